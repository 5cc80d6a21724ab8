import type { EnvironmentRecord, RunRecord, Verdict } from '@steelyard/record'
import { counted } from '@steelyard/text'
import { shownRecord } from './shown-record.ts'
import { verdictCounts } from './summary.ts'

/** What a list says of a record: safe to show. */
export interface RecordEntry {
  readonly id: string
  /** ISO 8601. */
  readonly startedAt: string
  readonly status: RunRecord['status']
  readonly suites: readonly string[]
  /** Ids of the targets. */
  readonly targets: readonly string[]
  /** Its processor, as far as it is known, and its cores. */
  readonly machine: string
  /** How often each verdict was given, those that were. */
  readonly verdicts: readonly { readonly verdict: Verdict; readonly count: number }[]
  /** Whether anything was compared; without verdicts then they are estimates. */
  readonly isCompared: boolean
  /** Results that should have times and have not. */
  readonly missing: number
  /** The tool that it was imported from; null for our own. */
  readonly origin: string | null
}

/** Returns what a list says of a record. */
export function recordEntryOf(record: RunRecord): RecordEntry {
  const { id, startedAt, status, suites, targets, environment, comparisons, results, foreign } =
    shownRecord(record)
  return {
    id,
    startedAt: new Date(startedAt).toISOString(),
    status,
    suites: suites.map(suite => suite.name),
    targets: targets.map(target => target.id),
    machine: machineName(environment),
    verdicts: verdictCounts(comparisons),
    isCompared: comparisons.length > 0,
    missing: results.filter(result => result.status !== 'ok' && result.status !== 'unsupported').length,
    origin: foreign?.tool ?? null,
  }
}

function machineName({ cpuModel, cpuId, cores }: EnvironmentRecord): string {
  const parts = [cpuModel, cpuId ?? '', cores === null ? '' : counted(cores, 'core')]
  return parts.filter(part => part !== '').join(', ')
}
