import { color } from '../draw/palette.ts'

/** How a cell is filled: a verdict in one of five strengths, a time in one of five, hatched where nothing is decided. */
export type Shade = 'base' | 'none' | 'same' | 'open' | `${'slower' | 'faster' | 'time'}-${number}`

/** Colours of shades and how much of them, in percent; text on the strongest can still be read. */
export const FILLS: ReadonlyMap<string, { readonly color: string; readonly percent: number }> = new Map([
  ['same', { color: color('same'), percent: 12 }],
  ['base', { color: color('shade'), percent: 22 }],
  ...Object.entries({ slower: 'slower', faster: 'faster', time: 'accent' }).flatMap(([kind, fill]) =>
    [1, 2, 3, 4, 5].map(each => [`${kind}-${each}`, { color: color(fill), percent: 9 * each }] as const),
  ),
])
/** The full colour stands for this ratio at least, so that a matrix of small differences looks like one. */
const LEAST_FULL = 1.5

/** Returns the shade of a ratio: one scale for the whole matrix, logarithmic. Nothing open is coloured. */
export function ratioShade(
  verdict: string | null,
  ratio: number,
  [least, most]: readonly [number, number],
): Shade {
  if (verdict !== 'slower' && verdict !== 'faster') return verdict === 'same' ? 'same' : 'open'
  const full = Math.max(Math.log(LEAST_FULL), Math.log(most), -Math.log(least))
  return `${verdict}-${strengthOf(Math.abs(Math.log(ratio)) / full)}`
}

/** Returns the shade of a time, the longest the strongest. */
export function timeShade(ns: number, [least, most]: readonly [number, number]): Shade {
  return `time-${strengthOf(most > least ? Math.log(ns / least) / Math.log(most / least) : 0)}`
}

/** The least also where two ends that are infinite have no quotient. */
function strengthOf(share: number): number {
  return Math.min(5, Math.ceil(5 * share) || 1)
}

/** Returns the CSS rules of all shades, for `td` with one as its class. */
export function shadeRules(): string {
  const filled = Array.from(
    FILLS,
    ([shade, fill]) =>
      `.heat .${shade}{background:color-mix(in srgb,${fill.color} ${fill.percent}%,var(--paper))}`,
  )
  return [
    ...filled,
    `.heat .open{background:repeating-linear-gradient(135deg,var(--hatch) 0 1.5px,var(--paper) 1.5px 7px)}`,
  ].join('\n')
}
