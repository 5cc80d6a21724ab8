import type { ComparisonRecord, EnvironmentRecord, RunRecord, TargetRecord } from '@steelyard/record'
import { isIdentified, NOT_IDENTIFIED } from '../content/machine-text.ts'
import { type Section, sectionsOf } from '../content/section.ts'
import { shownRecord } from '../content/shown-record.ts'

/** A record among others, as it is safe to show. */
export interface KeptRecord {
  /** What it is known by, such as the path of its file. */
  readonly name: string
  readonly record: RunRecord
  readonly sections: readonly Section[]
  /** On which day it was made, in UTC: `2026-11-22`. */
  readonly day: string
  /** The machine in few words: `AMD EPYC, zen5-26.2-ff4994, 2 cores`. */
  readonly machine: string
}

/** Returns a record with what is said of it wherever one of its numbers stands. */
export function keptRecord(name: string, unsafe: RunRecord): KeptRecord {
  const record = shownRecord(unsafe)
  const day = new Date(record.startedAt).toISOString().slice(0, 10)
  return { name, record, sections: sectionsOf(record), day, machine: shortMachine(record.environment) }
}

/** Whether a record was measured by Steelyard to its end; neither an import nor a comparison of timers is. */
export function isWhole({ record }: KeptRecord): boolean {
  return record.status === 'complete' && record.foreign === null && record.agreements.length === 0
}

/** Returns the targets of a comparison; null where one of them is no release as it comes, but has flags or is a build. */
export function releasesOf(
  { base, head }: ComparisonRecord,
  { targets }: RunRecord,
): { readonly base: TargetRecord; readonly head: TargetRecord } | null {
  const [baseTarget, headTarget] = [base, head].map(id => targets.find(target => target.id === id))
  if (baseTarget === undefined || headTarget === undefined) return null
  return isRelease(baseTarget) && isRelease(headTarget) ? { base: baseTarget, head: headTarget } : null
}

function isRelease({ flags, environment, binary }: TargetRecord): boolean {
  return flags.length === 0 && Object.keys(environment).length === 0 && binary.source === 'npm'
}

function shortMachine(environment: EnvironmentRecord): string {
  const { cpuModel, cpuId, cores } = environment
  return [
    cpuModel,
    cpuId ?? (isIdentified(environment) ? null : NOT_IDENTIFIED),
    cores === null ? null : `${cores} ${cores === 1 ? 'core' : 'cores'}`,
  ]
    .filter(part => part !== null)
    .join(', ')
}
