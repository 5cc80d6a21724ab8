/** Points of one line, whose x and y are above 0. */
export interface Line {
  readonly name: string
  readonly points: readonly (readonly [x: number, y: number])[]
}

export interface Curves {
  readonly title: string
  readonly x: string
  readonly y: string
  readonly lines: readonly Line[]
}

const [WIDTH, HEIGHT] = [640, 320]
const FRAME = { left: 64, right: 470, top: 40, bottom: 272 }
const COLORS = ['#1f6feb', '#bf4b00', '#1a7f37', '#8250df', '#57606a']
const STEPS = [1, 2, 5]

/** Returns lines on logarithmic axes as the text of an SVG file, on white. */
export function curvesSvg({ title, x, y, lines }: Curves): string {
  const points = lines.flatMap(line => line.points)
  const across = axis(
    points.map(point => point[0]),
    [FRAME.left, FRAME.right],
  )
  const up = axis(
    points.map(point => point[1]),
    [FRAME.bottom, FRAME.top],
  )
  const parts = [
    text(16, 22, title, 'font-weight="bold"'),
    ...across.ticks.map(tick =>
      text(across.at(tick), FRAME.bottom + 18, label(tick), 'text-anchor="middle"'),
    ),
    ...up.ticks.flatMap(tick => [
      `<line x1="${FRAME.left}" x2="${FRAME.right}" y1="${up.at(tick)}" y2="${up.at(tick)}" stroke="#d0d7de"/>`,
      text(FRAME.left - 8, up.at(tick) + 4, label(tick), 'text-anchor="end"'),
    ]),
    text((FRAME.left + FRAME.right) / 2, HEIGHT - 10, x, 'text-anchor="middle"'),
    text(FRAME.left, FRAME.top - 4, y, 'font-size="11"'),
    ...lines.flatMap(({ name, points: of }, index) => {
      const color = COLORS[index % COLORS.length]
      const places = of.map(([one, other]) => `${across.at(one)},${up.at(other)}`)
      const top = FRAME.top + 12 + index * 20
      return [
        `<polyline points="${places.join(' ')}" fill="none" stroke="${color}" stroke-width="2"/>`,
        ...places.map(place => `<circle cx="${place.replace(',', '" cy="')}" r="3" fill="${color}"/>`),
        `<line x1="482" x2="500" y1="${top - 4}" y2="${top - 4}" stroke="${color}" stroke-width="2"/>`,
        text(506, top, name, ''),
      ]
    }),
  ]
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="system-ui, sans-serif" font-size="12" role="img">
<title>${title}</title>
<rect width="100%" height="100%" fill="#fff"/>
${parts.join('\n')}
</svg>
`
}

function axis(values: readonly number[], [from, to]: readonly [number, number]) {
  const [least, most] = [Math.min(...values), Math.max(...values)]
  const decades = Array.from({ length: 14 }, (_, index) => 10 ** (index - 4))
  const steps = decades.flatMap(decade => STEPS.map(step => step * decade))
  const low = steps.filter(step => step <= least).at(-1) ?? least
  const high = steps.find(step => step >= most) ?? most
  const inside = steps.filter(step => step >= low && step <= high)
  const ticks = inside.length <= 8 ? inside : decades.filter(step => step >= low && step <= high)
  const at = (value: number) =>
    Number((from + ((to - from) * Math.log(value / low)) / Math.log(high / low)).toFixed(1))
  return { ticks, at }
}

function label(value: number): string {
  return value >= 1e6 ? `${value / 1e6} M` : value >= 1e4 ? `${value / 1e3} k` : String(value)
}

function text(x: number, y: number, words: string, more: string): string {
  return `<text x="${x}" y="${y}" ${more}>${words}</text>`
}
