import type { MachineFacts } from '@steelyard/launcher'
import { readLines } from '@steelyard/record'
import type { RuntimeName } from '@steelyard/runners'
import type { Tool } from './tools/tool.ts'
import type { Outcome, Situation } from './trial.ts'

export const SCHEMA = 'steelyard/selfbench@1'

/** The first line of a file, and of what was added to it by each later run. */
export interface Header {
  readonly type: 'header'
  readonly schema: typeof SCHEMA
  readonly startedAt: string
  readonly command: readonly string[]
  readonly seed: number
  /** Wall time that each trial is given, from command to output. */
  readonly seconds: number
  readonly steelyard: { readonly version: string; readonly commit: string | null }
  readonly machine: MachineFacts
  readonly tools: readonly ToolFacts[]
}

/** A tool in a runtime, and why it is missing if it is. */
export interface ToolFacts extends Pick<Tool, 'headline' | 'rule' | 'timing'> {
  readonly tool: string
  readonly runtime: RuntimeName
  readonly version: string | null
  readonly runtimeVersion: string | null
  readonly missing: string | null
}

export interface Trial extends Situation {
  readonly type: 'trial'
  /** Number of the trial in its situation, from 0; trials of one number and situation ran next to each other. */
  readonly index: number
  readonly tool: string
  readonly runtime: RuntimeName
  readonly startedAt: string
  /** The expected overhead of a launch. */
  readonly overheadSeconds: number
  /** null when it failed. */
  readonly outcome: Outcome | null
  readonly error: string | null
}

/**
 * Reads what was measured so far; nothing where there is no file. A last line that was cut off is left out.
 *
 * @throws SyntaxError naming the line that cannot be read, or the file that has none of trials
 */
export function readTrialFile(file: string) {
  const lines = readLines(file) as readonly (Header | Trial)[]
  const headers = lines.filter(line => line.type === 'header')
  const trials = lines.filter(line => line.type === 'trial')
  if (lines.length > 0 && (headers.length === 0 || headers.some(({ schema }) => schema !== SCHEMA))) {
    throw new SyntaxError(
      `Cannot read ${file}: it is not a file of trials (${SCHEMA}). Choose another folder with --out.`,
    )
  }
  return { headers, trials }
}
