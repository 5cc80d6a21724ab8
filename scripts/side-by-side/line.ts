import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import type { RuntimeName } from '../../runners/index.ts'
import type { CaseName } from '../../selfbench/cases/index.js'
import type { Interval, ToolVerdict } from '../../selfbench/tools/tool.ts'

export const SCHEMA = 'steelyard/side-by-side@1'

export type Version = 'old' | 'new'

/** What both versions are asked alike. */
export interface Cell {
  readonly case: CaseName
  readonly runtime: RuntimeName
  /** Work of the one side, as a multiple of the other's; 1 for equals. */
  readonly factor: number
  /** The smallest difference that matters, in percent. */
  readonly threshold: number
  /** Wall time of a trial, from the command to its result. */
  readonly seconds: number
}

/** One finished trial, also a failed one. A file has them in the order in which they ran. */
export interface Line extends Cell {
  readonly schema: typeof SCHEMA
  readonly version: Version
  readonly commit: string
  /** Of the machine, and of this installation on it; null where they are not known. */
  readonly cpuId: string | null
  readonly installationId: string | null
  /** The hour in which it ran, in UTC: 2026-11-22T23. Trials of one hour and machine are one cluster. */
  readonly hour: string
  readonly startedAt: string
  /** Of all trials of this start of the script. */
  readonly seed: number
  /** One-minute load average before it. */
  readonly load: number
  /** Share of the time of all cores that the hypervisor took during it; null where it is not reported. */
  readonly stolenShare: number | null
  /** Which side had more work; null for equals. */
  readonly heavier: 0 | 1 | null
  readonly wallSeconds: number
  /** Of all timed batches together. */
  readonly timedSeconds: number | null
  /** Of the timed batches, the share that stalls of the core took; null where these were not watched. */
  readonly stalledShare: number | null
  /** log(more ÷ less work), for equals log(b ÷ a), of the ratio that is stated; null when it failed. */
  readonly logRatio: number | null
  /** The same of times as they were. */
  readonly timedLogRatio: number | null
  /** 95 % interval of the same, in log. */
  readonly interval: Interval | null
  /** `right` and `wrong` for a ratio that is not 1; `different` for equals; null when it failed. */
  readonly verdict: 'right' | 'wrong' | 'different' | 'same' | 'inconclusive' | null
  readonly error: string | null
}

export function appendLine(file: string, line: Line): void {
  appendFileSync(file, `${JSON.stringify(line)}\n`, { flush: true })
}

/**
 * Reads all trials of a file.
 *
 * @throws SyntaxError naming the first line that is no trial
 */
export function readLines(file: string): Line[] {
  if (!existsSync(file)) return []
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((text, index) => {
      if (text === '') return []
      const line = parsed(text)
      if (line?.schema !== SCHEMA)
        throw new SyntaxError(`${file}: line ${index + 1} is no trial of ${SCHEMA}`)
      return [line]
    })
}

/** What the verdict of the command was worth. */
export function worthOf(verdict: ToolVerdict | null, heavier: 0 | 1 | null): Line['verdict'] {
  if (verdict === null || verdict === 'same' || verdict === 'inconclusive') return verdict
  if (heavier === null) return 'different'
  return verdict === (heavier === 1 ? 'slower' : 'faster') ? 'right' : 'wrong'
}

function parsed(text: string): Line | null {
  try {
    return JSON.parse(text) as Line
  } catch {
    return null
  }
}
