import { type VersionRow, versionRatios } from '../../content/versions.ts'
import { blockMarkup } from '../block-markup.ts'
import type { Markup } from '../markup.ts'

/** Returns versions and their ratios to the first, as a picture and a table. */
export function versionsMarkup(
  title: string,
  rows: readonly VersionRow[],
  rules: { readonly threshold: number; readonly biasAllowance: number },
): Markup | null {
  return blockMarkup(versionRatios(title, rows, rules, { unicode: true }))
}
