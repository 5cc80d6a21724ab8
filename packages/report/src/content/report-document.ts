import type { RunRecord } from '@steelyard/record'
import type { Charset, Phrase } from '@steelyard/text'
import { agreementSummary, timersText } from './agreement.ts'
import type { Command, Fact, List } from './document.ts'
import { attributionPhrases } from './evidence/attribution-text.ts'
import { commandText, evidenceCommandText } from './evidence/command-text.ts'
import { rebuildPhrases } from './evidence/rebuild-text.ts'
import { foreignPhrase } from './foreign.ts'
import { affinityText, machineText } from './machine-text.ts'
import { noticesOf, unmeasuredOf } from './notice.ts'
import { shownRecord } from './shown-record.ts'

/** What a report says, the same in every format: a printer chooses order and look, and has no words of its own. */
export interface ReportDocument {
  /** As people may see it; pictures are drawn from it. */
  readonly record: RunRecord
  /** Whose numbers these are, unless they are Steelyard's own. */
  readonly foreign: Phrase | null
  /** How other timers stand to Steelyard; null where there are none. */
  readonly agreement: Phrase | null
  readonly attribution: List
  readonly rebuild: List
  readonly timers: List
  readonly unmeasured: List
  readonly notices: List
  /** What makes evidence of a preview; null for all else. */
  readonly evidence: Command | null
  readonly machine: readonly Fact[]
  /** null for foreign results. */
  readonly reproduce: Command | null
}

/** Returns what the report of a record says. */
export function reportDocument(unsafe: RunRecord, script: Charset): ReportDocument {
  const record = shownRecord(unsafe)
  const isForeign = record.foreign !== undefined
  const isPreview = record.comparisons.some(({ reason }) => reason === 'quick')
  return {
    record,
    foreign: foreignPhrase(record),
    agreement: record.agreements === undefined ? null : agreementSummary(record),
    attribution: { title: 'Which flag does it', items: attributionPhrases(record, script) },
    rebuild: { title: 'What rebuilding alone does', items: rebuildPhrases(record, script) },
    timers: { title: 'Timed by', items: timersText(record) },
    unmeasured: { title: 'Failed or unsupported', items: unmeasuredOf(record) },
    notices: { title: 'Warnings, and what to try', items: noticesOf(record) },
    evidence: isPreview
      ? { about: 'A look is not evidence. For verdicts run:', command: evidenceCommandText(record) }
      : null,
    machine: [
      { name: 'Machine', text: machineText(record.environment) },
      ...(isForeign ? [] : [{ name: 'Affinity', text: affinityText(record.environment) }]),
    ],
    reproduce: isForeign ? null : { about: 'To reproduce:', command: commandText(record) },
  }
}
