import type { Child } from '@steelyard/launcher'
import type { RuntimeName } from '@steelyard/runners'
import type { CaseName } from '../cases/index.js'

/** One of the two that are compared: a case and how much work it does. */
export interface Side {
  readonly case: CaseName
  /** Size of the input, as a multiple of the case's own. */
  readonly factor: number
}

export type Interval = readonly [lower: number, upper: number]

/** A tool's figures for one side. */
export interface Reading {
  /** Nanoseconds per call by the name of the statistic that the tool prints. */
  readonly costNs: Readonly<Record<string, number>>
  /** The 95 % interval that it prints with its headline, in nanoseconds; null when it prints none. */
  readonly intervalNs: Interval | null
}

/** A tool's verdict on b compared with a. */
export type ToolVerdict = 'faster' | 'slower' | 'same' | 'inconclusive'

/** The output of one start of a tool. */
export interface Output {
  /** In the order of the two sides. */
  readonly readings: readonly Reading[]
  /** Verdict by the tool's own rule; null when it has none. */
  readonly verdict: ToolVerdict | null
  /** b ÷ a by the name of the statistic, from a tool that gives the ratio itself; null from all others. */
  readonly ratios: Readonly<Record<string, number>> | null
  /** The 95 % interval of the headline among them; absent from a tool that gives none. */
  readonly ratioInterval?: Interval
}

/** The request for one start of a tool. */
export interface Request {
  readonly sides: readonly [Side, Side]
  /** How long it is to measure, all sides together. */
  readonly seconds: number
  readonly runtime: RuntimeName
  /** The runtime's binary. */
  readonly binary: string
  /** An empty folder, which is removed afterwards. */
  readonly directory: string
  readonly seed: number
}

/** A command line, never for a shell. */
export interface Command {
  readonly file: string
  readonly args: readonly string[]
  readonly environment: Readonly<Record<string, string>>
}

/** A benchmark tool as selfbench starts and reads it. Each file in this folder defines one. */
export interface Tool {
  readonly name: string
  readonly runtimes: readonly RuntimeName[]
  /** The statistic that a user reads first. */
  readonly headline: string
  /** The tool's rule for a difference, in words; null when it has none. */
  readonly rule: string | null
  /** How its time is set, in words. */
  readonly timing: string
  /** Whether it chooses its own time: it is started again until the time is used up. */
  readonly choosesTime?: true
  /** A first guess at its overhead. */
  readonly overheadSeconds: number
  /** Version, or null for a part of the runtime. Throws when it is not installed. */
  version(): string | null
  /** Writes what the command needs into the folder and returns the command. */
  prepare(request: Request): Promise<Command>
  /** Reads the output once the command has ended well. */
  read(request: Request, child: Child): Promise<Output>
}
