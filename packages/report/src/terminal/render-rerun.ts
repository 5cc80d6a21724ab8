import type { RunRecord } from '@steelyard/record'
import type { TerminalStyle } from '@steelyard/text'
import { rerunOutline } from '../content/evidence/rerun-outline.ts'
import { renderOutline } from './render-outline.ts'

/** Compares two records, comparison by comparison; no line is wider than `style.width`. */
export function renderRerun(before: RunRecord, after: RunRecord, style: TerminalStyle): string {
  return renderOutline(rerunOutline(before, after, style), style)
}
