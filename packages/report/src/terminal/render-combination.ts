import type { CombinationRecord } from '@steelyard/record'
import type { TerminalStyle } from '@steelyard/text'
import { combinationDocument } from '../content/combination/combination-document.ts'
import { printCombination } from './print-combination.ts'

/** Returns what several records say together, for a terminal; no line is wider than `style.width`. */
export function renderCombination(combination: CombinationRecord, style: TerminalStyle): string {
  return printCombination(combinationDocument(combination, style), style)
}
