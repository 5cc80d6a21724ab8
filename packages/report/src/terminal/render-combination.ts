import type { CombinationRecord } from '@steelyard/record'
import type { TerminalStyle } from '@steelyard/text'
import { combinationDocument, combinationOutline } from '../content/combination/combination-document.ts'
import { renderOutline } from './render-outline.ts'

/** Returns what several records say together, for a terminal; no line is wider than `style.width`. */
export function renderCombination(combination: CombinationRecord, style: TerminalStyle): string {
  return renderOutline(combinationOutline(combinationDocument(combination, style), 'last'), style)
}
