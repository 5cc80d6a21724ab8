import { color } from '../draw/palette.ts'

/** How a cell is filled: a verdict in one of five strengths, a time in one of five, hatched where nothing is decided. */
export type Shade = 'base' | 'none' | 'same' | 'open' | `${'slower' | 'faster' | 'time'}-${Strength}`

type Strength = 1 | 2 | 3 | 4 | 5

const STRENGTHS: readonly Strength[] = [1, 2, 3, 4, 5]
/** Per cent of the colour for each strength; text on the strongest can still be read. */
const PERCENTS: Readonly<Record<Strength, number>> = { 1: 9, 2: 18, 3: 27, 4: 36, 5: 45 }
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
  return `${ratio > 1 ? 'slower' : 'faster'}-${strengthOf(Math.abs(Math.log(ratio)) / full)}`
}

/** Returns the shade of a time, the longest the strongest. */
export function timeShade(ns: number, [least, most]: readonly [number, number]): Shade {
  return `time-${strengthOf(most > least ? Math.log(ns / least) / Math.log(most / least) : 0)}`
}

function strengthOf(share: number): Strength {
  return STRENGTHS[Math.min(4, Math.max(0, Math.ceil(5 * share) - 1))] ?? 1
}

/** Returns the colour of a shade and how much of it, in percent; null where it has none. */
export function fillOf(shade: Shade): { readonly color: string; readonly percent: number } | null {
  if (shade === 'same') return { color: color('same'), percent: 12 }
  if (shade === 'base') return { color: color('shade'), percent: 22 }
  const [kind = '', strength = ''] = shade.split('-')
  const percent = PERCENTS[Number(strength) as Strength]
  if (percent === undefined) return null
  return { color: color(kind === 'time' ? 'accent' : kind), percent }
}

/** Returns the CSS rules of all shades, for `td` with one as its class. */
export function shadeRules(): string {
  const kinds = ['slower', 'faster', 'time'] as const
  const shades: Shade[] = [
    'same',
    'base',
    ...kinds.flatMap(kind => STRENGTHS.map((strength): Shade => `${kind}-${strength}`)),
  ]
  const filled = shades.map(shade => {
    const fill = fillOf(shade)
    return fill === null
      ? ''
      : `.heat .${shade}{background:color-mix(in srgb,${fill.color} ${fill.percent}%,var(--paper))}`
  })
  return [
    ...filled,
    `.heat .open{background:repeating-linear-gradient(135deg,var(--hatch) 0 1.5px,var(--paper) 1.5px 7px)}`,
  ].join('\n')
}
