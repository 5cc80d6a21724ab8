import { join } from 'node:path'
import type { ParamValues } from '@steelyard/measure'
import type { EstimateRecord, TargetRecord } from '@steelyard/record'
import { type BisectionStep, bisectionOf } from '@steelyard/schedule'
import type { BisectionRules, EndsFinding } from '@steelyard/stats'
import { fileWord } from '../../output/file-word.ts'
import { writeFor } from '../../output/write-for.ts'
import type { Release } from './releases.ts'

/** The first line of the journal of a search: what is searched, fixed before the first step. */
export interface JournalHead {
  readonly schema: 'steelyard/bisect@1'
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

export type Engine = TargetRecord['engine']

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

export interface Journal {
  readonly head: JournalHead
  readonly ends: EndsLine | null
  readonly middles: readonly MiddleLine[]
}

/** Whether no step is left. An interruption leaves one, and so does a step that took much longer than planned. */
export function isOver({ head, ends, middles }: Journal): boolean {
  if (typeof ends?.ends !== 'number') return ends !== null
  return bisectionOf(head.releases.length, middles).next === null
}

/** Writes a journal into a folder, a line for each step, and returns its file. */
export async function writeJournal(folder: string, { head, ends, middles }: Journal): Promise<string> {
  const instant = head.startedAt.slice(0, 19).replaceAll(':', '-')
  // The text of an expression may hold what is no part of a file name.
  const words = fileWord(`${head.suite}-${head.case}`)
  const file = join(folder, `${instant}-bisect-${words}.jsonl`)
  const lines = [head, ...(ends === null ? [] : [ends]), ...middles]
  await writeFor('--out', file, () => lines.map(line => `${JSON.stringify(line)}\n`))
  return file
}
