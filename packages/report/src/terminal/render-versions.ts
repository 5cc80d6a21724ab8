import type { TerminalStyle } from '@steelyard/text'
import { type VersionRow, versionRatios } from '../content/versions.ts'
import { joinedParts, printBlocks } from './print-blocks.ts'

const RULES = { threshold: null, biasAllowance: null }

/** Returns versions as a table with a picture: a row for each, its ratio to the first on one scale for all. */
export function renderVersions(title: string, rows: readonly VersionRow[], style: TerminalStyle): string {
  return joinedParts(printBlocks([versionRatios(title, rows, RULES, style)], style))
}
