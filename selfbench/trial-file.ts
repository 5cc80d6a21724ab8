import { appendFile, readFile, truncate } from 'node:fs/promises'
import type { MachineFacts } from '@steelyard/launcher'
import type { RuntimeName } from '@steelyard/runners'
import type { Outcome, Situation } from './trial.ts'

const SCHEMA = 'steelyard/selfbench@1'

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
export interface ToolFacts {
  readonly tool: string
  readonly runtime: RuntimeName
  readonly version: string | null
  readonly runtimeVersion: string | null
  readonly headline: string
  readonly rule: string | null
  readonly timing: string
  readonly missing: string | null
}

/** One finished trial. */
export interface Trial extends Situation {
  readonly type: 'trial'
  /** Which one of this situation, from 0; trials of the same number and situation ran next to each other. */
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

export interface TrialFile {
  readonly headers: readonly Header[]
  readonly trials: readonly Trial[]
}

export function header(facts: Omit<Header, 'type' | 'schema'>): Header {
  return { type: 'header', schema: SCHEMA, ...facts }
}

/** Adds one line; it is whole on disk when the promise resolves. */
export async function appendLine(file: string, line: Header | Trial): Promise<void> {
  await appendFile(file, `${JSON.stringify(line)}\n`, { flush: true })
}

/** Removes a last line that was cut off when the machine went down, so that the next one begins a new line. */
export async function dropCutLine(file: string): Promise<void> {
  const bytes = await readFile(file)
  const whole = bytes.lastIndexOf('\n') + 1
  if (whole < bytes.length) await truncate(file, whole)
}

/**
 * Reads what was measured so far. A last line that was cut off, when the machine went down, is left out.
 *
 * @throws SyntaxError naming the line that cannot be read; the error of the file system when there is no file
 */
export async function readTrialFile(file: string): Promise<TrialFile> {
  const lines = (await readFile(file, 'utf8')).split('\n')
  const headers: Header[] = []
  const trials: Trial[] = []
  for (const [index, text] of lines.entries()) {
    if (text === '') continue
    const line = parseLine(text, index, lines.length)
    if (line?.type === 'header') headers.push(line)
    else if (line?.type === 'trial') trials.push(line)
  }
  const foreign = headers.find(({ schema }) => schema !== SCHEMA)
  if (headers.length === 0 || foreign) {
    throw new SyntaxError(
      `Cannot read ${file}: it is not a file of trials (${SCHEMA}). Choose another folder with --out.`,
    )
  }
  return { headers, trials }
}

function parseLine(text: string, index: number, count: number): Header | Trial | null {
  try {
    return JSON.parse(text) as Header | Trial
  } catch {
    // Only the last line can have been cut off: nothing is written after it.
    if (index === count - 1) return null
    throw new SyntaxError(`Cannot read line ${index + 1} of the trials: it is not JSON. Take it out.`)
  }
}
