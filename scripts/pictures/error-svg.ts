import { quantile } from '../../packages/stats/src/index.ts'
import { escaped, type Theme } from './terminal-svg.ts'

/** One trial of equals: how far off a tool was by its headline. */
export interface TrialError {
  readonly isOurs: boolean
  /** How long it was given. */
  readonly seconds: number
  readonly startedAt: Date
  /** |log ratio|: 0.01 is 1 % off. */
  readonly error: number
}

const [WIDTH, HEIGHT] = [832, 430]
const PLOT = { left: 70, right: 812, top: 96, bottom: 372 }
const HOUR_MS = 3_600_000
/** Beyond this there is room for even hours only. */
const LONG_MS = 3 * HOUR_MS
const DECADES = [0.0001, 0.001, 0.01, 0.1, 1]
const [LOWEST, HIGHEST] = [0.0001, 2]

/** Returns a picture of how far off each trial was, by when it began, the errors on a logarithmic axis. */
export function errorSvg(trials: readonly TrialError[], about: string, theme: Theme): string {
  const times = trials.map(({ startedAt }) => startedAt.getTime())
  const [earliest, latest] = [Math.min(...times), Math.max(...times)]
  const tickMs = latest - earliest > LONG_MS ? 2 * HOUR_MS : HOUR_MS / 4
  const firstTick = Math.floor(earliest / tickMs)
  const intervals = Math.ceil(latest / tickMs) - firstTick
  const x = (ms: number) => PLOT.left + ((ms / tickMs - firstTick) / intervals) * (PLOT.right - PLOT.left)
  const y = (error: number) => {
    const share = Math.log(Math.max(error, LOWEST) / LOWEST) / Math.log(HIGHEST / LOWEST)
    return PLOT.bottom - share * (PLOT.bottom - PLOT.top)
  }
  const kinds = [
    {
      name: 'seven other tools, 20 s',
      color: theme.colors[33],
      isHollow: true,
      of: trials.filter(one => !one.isOurs),
    },
    {
      name: 'Steelyard, 20 s',
      ...{ color: theme.colors[34], isHollow: false },
      of: trials.filter(one => one.isOurs && one.seconds === 20),
    },
    {
      name: 'Steelyard, 60 s',
      ...{ color: theme.colors[32], isHollow: false },
      of: trials.filter(one => one.isOurs && one.seconds === 60),
    },
  ]
  const text = (at: readonly [number, number], words: string, more = '') =>
    `<text x="${at[0].toFixed(1)}" y="${at[1].toFixed(1)}" fill="${theme.text}" ${more}>${escaped(words)}</text>`
  const line = (error: number, color: string, dash: string) =>
    `<line x1="${PLOT.left}" x2="${PLOT.right}" y1="${y(error).toFixed(1)}" y2="${y(error).toFixed(1)}" stroke="${color}" stroke-dasharray="${dash}"/>`
  const dots = kinds.flatMap(({ of, color, isHollow }) =>
    of.map(({ startedAt, error }) => {
      const [cx, cy] = [x(startedAt.getTime()).toFixed(1), y(error).toFixed(1)]
      return isHollow
        ? `<circle cx="${cx}" cy="${cy}" r="3.5" fill="none" stroke="${color}" stroke-width="1.6"/>`
        : `<circle cx="${cx}" cy="${cy}" r="3" fill="${color}"/>`
    }),
  )
  const legend = kinds.flatMap(({ name, color, isHollow, of }, index) => {
    const left = PLOT.left + index * 250
    const errors = of.map(({ error }) => error)
    const halves = `half ≤ ${percent(quantile(errors, 0.5))}, 95 % ≤ ${percent(quantile(errors, 0.95))}`
    return [
      `<circle cx="${left + 5}" cy="46" r="4" fill="${isHollow ? 'none' : color}" stroke="${color}" stroke-width="1.6"/>`,
      text([left + 16, 50], `${name}, n=${of.length}`),
      text([left + 16, 67], halves, `font-size="11.5" fill-opacity="0.8"`),
    ]
  })
  const ticks = Array.from({ length: intervals + 1 }, (_, tick) => (firstTick + tick) * tickMs)
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="system-ui, 'Segoe UI', Helvetica, Arial, sans-serif" font-size="13" role="img">
<title>${escaped('How far off each tool is when it compares equals')}</title>
<rect x="0.5" y="0.5" width="${WIDTH - 1}" height="${HEIGHT - 1}" rx="8" fill="${theme.background}" stroke="${theme.border}"/>
${text([16, 24], 'How far off is a comparison of equals? Each dot is one trial; lower is better.', 'font-weight="bold"')}
${legend.join('\n')}
${DECADES.flatMap(decade => [line(decade, theme.border, ''), text([PLOT.left - 8, y(decade) + 4], (decade === LOWEST ? '≤ ' : '') + percent(decade), 'text-anchor="end" font-size="12"')]).join('\n')}
${line(0.01, theme.quiet, '5 4')}
${ticks.map(ms => text([x(ms), PLOT.bottom + 20], new Date(ms).toISOString().slice(11, 16), 'text-anchor="middle" font-size="12"')).join('\n')}
${dots.join('\n')}
${text([PLOT.left, HEIGHT - 14], about, 'font-size="11.5" fill-opacity="0.8"')}
</svg>
`
}

function percent(share: number): string {
  return `${Number((100 * share).toPrecision(share < 1 ? 2 : 3))} %`
}
