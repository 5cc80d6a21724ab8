import { formatPercent, SIGNS } from '@steelyard/text'
import type { Matrix } from './matrix.ts'

/** Signs, what they mean, and how a cell with one is filled. */
export const MEANINGS = [
  ['slower', 'slower', 'slower-3'],
  ['faster', 'faster', 'faster-3'],
  ['same', 'same', 'same'],
  ['inconclusive', 'undecided', 'open'],
  ['unpaired', 'measured apart, no verdict', 'open'],
] as const

/** Returns what the signs of a matrix mean, those that stand in it: `▲ slower`, `~ through parse (allowance 3 %)`. */
export function signMeanings({ cells }: Matrix): string[] {
  const ratios = cells.flat().filter(({ kind }) => kind === 'ratio')
  const signs = new Set(ratios.map(({ sign }) => sign).join(''))
  const [indirect] = ratios.flatMap(({ comparison }) => (comparison?.through ? [comparison] : []))
  return [
    ...MEANINGS.flatMap(([glyph, meaning]) =>
      signs.has(SIGNS[glyph]) ? [`${SIGNS[glyph]} ${meaning}`] : [],
    ),
    ...(indirect
      ? [`${SIGNS.through} through ${indirect.through} (allowance ${formatPercent(indirect.biasAllowance)})`]
      : []),
  ]
}
