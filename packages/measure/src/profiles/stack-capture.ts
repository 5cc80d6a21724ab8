import {
  type ContenderProcess,
  findPerf,
  type PerfRecording,
  recordByPerf,
  symbolsIn,
  type Target,
} from '@steelyard/launcher'
import type { MissingReason } from '@steelyard/record'
import type { Workspace } from '../launch/workspace.ts'
import { readCpuProfile, type Sample } from './cpu-profile.ts'
import { readPerfScript } from './perf-script.ts'

/** A binary that was stripped keeps at most what other libraries link to. */
const FEWEST_SYMBOLS = 20_000

/** Why native functions of a target cannot be shown. */
export type NativeGap = Extract<
  MissingReason,
  { readonly code: 'no-perf' | 'no-symbols' | 'no-code-map' | 'perf-failed' | 'no-mapped-launch' }
>

/** Returns why perf would name no functions of a target; null where it may. */
export async function nativeGapOf({ runner, binary }: Target): Promise<NativeGap | null> {
  if (findPerf() === null) return { code: 'no-perf' }
  const symbols = await symbolsIn(binary)
  if (symbols !== null && symbols < FEWEST_SYMBOLS) return { code: 'no-symbols' }
  return runner.codeMapFlags === null ? { code: 'no-code-map' } : null
}

/** Whether any native function can be shown on this machine. */
export function hasPerf(): boolean {
  return findPerf() !== null
}

/** Returns what samples native functions too, by Linux perf. The process has to write its map. */
export async function perfCapture(process: ContenderProcess, workspace: Workspace): Promise<StackCapture> {
  const { pid } = process
  const directory = await workspace.newFolder()
  let recording: PerfRecording | null = null
  return {
    async start(intervalUs) {
      recording = await recordByPerf({ pid, directory, intervalUs })
    },
    async stop(intervalUs, batches) {
      const text = (await recording?.stop()) ?? ''
      return readPerfScript(text, { thread: pid, intervalUs, batches })
    },
    async close() {
      await recording?.close()
    },
  }
}

/** When a batch ran, in nanoseconds of CLOCK_MONOTONIC. */
export interface Bracket {
  readonly startNs: number
  readonly endNs: number
}

/** What samples the stack of a contender: the engine, asked by its inspector, or Linux perf. */
export interface StackCapture {
  /** Begins; microseconds between two samples. */
  start(intervalUs: number): Promise<void>
  /** Ends, and returns the samples. */
  stop(intervalUs: number, batches: readonly Bracket[]): Promise<readonly Sample[]>
  /** Leaves nothing behind, also where it was not ended. */
  close(): Promise<void>
}

/** Returns what has the engine sample. */
export function inspectorCapture({ profiler }: ContenderProcess): StackCapture {
  return {
    start: intervalUs => profiler.start({ of: 'stack', intervalUs }),
    stop: async () => readCpuProfile(await profiler.stop()),
    close: async () => {},
  }
}
