import { escaped, type Theme } from './terminal-svg.ts'

/** The batches of one contender in one launch, and where they come from. */
export interface StalledBatches {
  readonly startedAt: string
  readonly commit: string | null
  readonly command: readonly string[]
  readonly seed: number
  readonly cpuId?: string | null | undefined
  readonly kernel: string
  readonly meter?: string | null | undefined
  /** What they are, in a sentence. */
  readonly about: string
  /** Of whole batches, as timed. */
  readonly timedNs: readonly number[]
  /** What the meter claimed of each. */
  readonly claimedNs: readonly number[]
}

const [WIDTH, HEIGHT] = [832, 380]
const PLOT = { left: 70, right: 812, top: 76, bottom: 318 }

/** Returns a picture of batches as timed and without what the meter claimed: a line between both where they differ. */
export function stallSvg({ timedNs, claimedNs, about }: StalledBatches, theme: Theme): string {
  const highest = Math.max(...timedNs)
  const x = (index: number) => PLOT.left + ((index + 0.5) / timedNs.length) * (PLOT.right - PLOT.left)
  const y = (ns: number) => PLOT.bottom - (ns / (1.08 * highest)) * (PLOT.bottom - PLOT.top)
  const [before, after] = [theme.colors[31], theme.colors[34]]
  const text = (at: readonly [number, number], words: string, more = '') =>
    `<text x="${at[0].toFixed(1)}" y="${at[1].toFixed(1)}" fill="${theme.text}" ${more}>${escaped(words)}</text>`
  const step = stepOf(highest)
  const ticks = Array.from({ length: Math.floor(highest / step) + 1 }, (_, index) => index * step)
  const drawn = timedNs.flatMap((ns, index) => {
    const claimed = claimedNs[index] ?? 0
    const at = x(index).toFixed(1)
    const dot = (value: number, rest: string) => `<circle cx="${at}" cy="${y(value).toFixed(1)}" ${rest}/>`
    if (claimed === 0) return [dot(ns, `r="3" fill="${after}"`)]
    return [
      `<line x1="${at}" x2="${at}" y1="${y(ns).toFixed(1)}" y2="${y(ns - claimed).toFixed(1)}" stroke="${before}" stroke-dasharray="3 3"/>`,
      dot(ns, `r="4.5" fill="none" stroke="${before}" stroke-width="2"`),
      dot(ns - claimed, `r="3" fill="${after}"`),
    ]
  })
  const legend = [
    `<circle cx="${PLOT.left + 5}" cy="46" r="4.5" fill="none" stroke="${before}" stroke-width="2"/>`,
    text([PLOT.left + 16, 50], 'as timed: the core stood still in it'),
    `<circle cx="${PLOT.left + 315}" cy="46" r="3" fill="${after}"/>`,
    text([PLOT.left + 326, 50], 'without what the meter claimed (mostly nothing)'),
  ]
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="system-ui, 'Segoe UI', Helvetica, Arial, sans-serif" font-size="13" role="img">
<title>${escaped('Stalled batches before and after the correction')}</title>
<rect x="0.5" y="0.5" width="${WIDTH - 1}" height="${HEIGHT - 1}" rx="8" fill="${theme.background}" stroke="${theme.border}"/>
${text([16, 24], 'Batches of the same work, one after another: how long did each take?', 'font-weight="bold"')}
${legend.join('\n')}
${ticks.map(ns => `<line x1="${PLOT.left}" x2="${PLOT.right}" y1="${y(ns).toFixed(1)}" y2="${y(ns).toFixed(1)}" stroke="${theme.border}"/>${text([PLOT.left - 8, y(ns) + 4], `${ns / 1e6} ms`, 'text-anchor="end" font-size="12"')}`).join('\n')}
${timedNs.flatMap((_, index) => ((index + 1) % 5 === 0 ? [text([x(index), PLOT.bottom + 20], String(index + 1), 'text-anchor="middle" font-size="12"')] : [])).join('\n')}
${drawn.join('\n')}
${text([PLOT.left, PLOT.bottom + 38], 'number of the batch in its launch', 'font-size="12"')}
${text([PLOT.left, HEIGHT - 10], about, 'font-size="11.5" fill-opacity="0.8"')}
</svg>
`
}

/** Some five of them up to the highest. */
function stepOf(highestNs: number): number {
  const rough = highestNs / 5
  const power = 10 ** Math.floor(Math.log10(rough))
  return power * ([1, 2, 5].find(factor => factor * power >= rough) ?? 10)
}
