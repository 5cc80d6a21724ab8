import { globSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { ParamValues } from '@steelyard/measure'
import { appendLines, type EstimateRecord, readLines, type TargetRecord } from '@steelyard/record'
import type { BisectionStep } from '@steelyard/schedule'
import type { BisectionRules, EndsFinding } from '@steelyard/stats'
import type { Release } from './releases.ts'

const JOURNAL_SCHEMA = 'steelyard/bisect@1'

/** The first line of a journal: what is searched, fixed before the first step. */
export interface JournalHead {
  readonly schema: typeof JOURNAL_SCHEMA
  /** Hash of what defines the search: a search with the same key resumes this journal. */
  readonly key: string
  readonly startedAt: string
  readonly command: readonly string[]
  readonly steelyard: { readonly version: string; readonly commit: string | null }
  readonly suite: string
  readonly case: string
  readonly params: ParamValues
  readonly runtime: string
  readonly metric: 'wall' | 'cpu'
  /** Good first, bad last. */
  readonly releases: readonly Release[]
  readonly rules: BisectionRules
  /** The chance of an error in the whole search. */
  readonly error: number
  readonly seed: number
}

type Engine = TargetRecord['engine']

/** What every step has besides its finding. */
export interface MeasuredStep {
  readonly finishedAt: string
  readonly seconds: number
  readonly launches: number
  readonly engines: { readonly good: Engine; readonly middle: Engine | null; readonly bad: Engine }
  /** Against good, from this step's launches; null where there are too few. */
  readonly badRatio: EstimateRecord | null
  /** File name of the record in the journal's folder, or its path elsewhere; null where nothing could be measured or kept. */
  readonly record: string | null
  /** Why the step has no clear result; null when it has one. */
  readonly note: string | null
}

/** The second line: good against bad alone. */
export interface EndsLine extends MeasuredStep {
  readonly step: 'ends'
  readonly ends: EndsFinding
}

/** Every other line: a middle against good and bad. */
export interface MiddleLine extends MeasuredStep, BisectionStep {
  readonly step: 'middle'
  readonly middleRatio: EstimateRecord | null
}

/** The steps of a search so far. */
export interface Journal {
  readonly head: JournalHead
  readonly ends: EndsLine | null
  readonly middles: readonly MiddleLine[]
}

/**
 * Returns the last journal with this key in a folder, and its file; null when there is none. Its targets are those of the
 * search, or it is none: what a file says is never measured because the file says so.
 */
export function findJournal(
  folder: string,
  key: string,
  releases: readonly Release[],
): { file: string; journal: Journal } | null {
  const files = globSync(`*-bisect-*-${key}.jsonl`, { cwd: folder }).toSorted()
  const file = files.at(-1)
  const journal = file === undefined ? null : readJournal(join(folder, file))
  if (file === undefined || journal === null) return null
  return isDeepStrictEqual(journal.head.releases, releases) ? { file: join(folder, file), journal } : null
}

/** Returns a journal without the line that a kill may have torn; null when not even its head is whole. */
export function readJournal(file: string): Journal | null {
  const [head, ends = null, ...middles] = readLines(file) as [JournalHead?, EndsLine?, ...MiddleLine[]]
  return head?.schema === JOURNAL_SCHEMA ? { head, ends, middles } : null
}

/** Begins a journal in a folder. */
export async function beginJournal(
  folder: string,
  begun: Omit<JournalHead, 'schema'>,
): Promise<{ file: string; journal: Journal }> {
  const head: JournalHead = { schema: JOURNAL_SCHEMA, ...begun }
  const instant = head.startedAt.slice(0, 19).replaceAll(':', '-')
  // The text of an expression may hold what is no part of a file name.
  const words = `${head.suite}-${head.case}`.replaceAll(/[^\w.-]+/g, '_')
  const file = join(folder, `${instant}-bisect-${words}-${head.key}.jsonl`)
  await appendLines(file, [head])
  return { file, journal: { head, ends: null, middles: [] } }
}
