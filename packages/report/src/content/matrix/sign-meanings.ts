import { type Charset, formatPercent, glyphs } from '@steelyard/text'
import type { Matrix } from './matrix.ts'

const SIGNS = [
  ['slower', 'slower'],
  ['faster', 'faster'],
  ['same', 'same'],
  ['inconclusive', 'undecided'],
  ['unpaired', 'measured apart, no verdict'],
] as const

/** Returns what the signs of a matrix mean, those that stand in it: `▲ slower`, `~ through parse (allowance 3 %)`. */
export function signMeanings({ cells }: Matrix, charset: Charset): string[] {
  const names = glyphs(charset)
  const ratios = cells.flat().filter(({ kind }) => kind === 'ratio')
  const signs = new Set(ratios.map(({ sign }) => sign).join(''))
  const indirect = ratios.flatMap(({ comparison }) => (comparison?.through ? [comparison] : []))
  return [
    ...SIGNS.flatMap(([glyph, meaning]) => (signs.has(names[glyph]) ? [`${names[glyph]} ${meaning}`] : [])),
    ...indirect
      .slice(0, 1)
      .map(
        ({ through, biasAllowance }) =>
          `${names.through} through ${through} (allowance ${formatPercent(biasAllowance)})`,
      ),
  ]
}
