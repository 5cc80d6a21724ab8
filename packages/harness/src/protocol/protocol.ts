/**
 * What the host and a contender say to each other: one JSON object a line. The host asks, the contender
 * answers; neither speaks out of turn, and nothing that a suite prints travels here.
 */

import type { Params, ParamValue } from '../suite/params.ts'
import type { RightAnswer, ServerApp, ServerBeside } from '../suite/server-suite.ts'
import type { Gaps } from '../suite/suite.ts'

/** What a suite says about itself, without its functions. */
export interface SuiteDescription {
  readonly name: string
  readonly question: string
  readonly params: Params
  readonly compare: 'cases' | 'targets'
  readonly baseline: string
  readonly cases: readonly string[]
  readonly unsupported: Readonly<Record<string, Gaps>>
  /** Whether the suite knows the right answers; otherwise all cases must answer as the baseline does. */
  readonly hasExpected: boolean
  /** Cases whose calls are also timed one by one. */
  readonly perCall: readonly string[]
  /** Whether memory is looked at without being asked for. */
  readonly memory: boolean
  /** What a suite of servers says beside; null for one whose cases are functions. */
  readonly server: ServerDescription | null
}

/** An app as the host is told of it: the text of one that is a function is asked for. */
export type DescribedApp = Exclude<ServerApp, { source(params: never): string }> | SourcedApp

export interface SourcedApp {
  readonly environment?: Readonly<Record<string, string>>
  readonly sourced: true
}

/** What a suite of servers says about its apps. */
export interface ServerDescription {
  readonly apps: Readonly<Record<string, DescribedApp>>
  readonly measure: 'load' | 'start'
  readonly path: string
  readonly answer: RightAnswer
  readonly beside: ServerBeside | null
}

/** What a timer other than the harness's own found in one process. Times are nanoseconds per call of the case. */
export interface Measurement {
  /** The number it stands by. */
  readonly headlineNs: number
  readonly minNs: number
  readonly p50Ns: number
  readonly p99Ns: number
  readonly maxNs: number
  /** How many samples those describe, and how many calls were in them. */
  readonly samples: number
  readonly iterations: number
  /** What it says of a function that does nothing. */
  readonly emptyNs: number
}

export type Command =
  /** Imports the suite. */
  | { readonly type: 'load' }
  /** Asks for the text of an app's module. */
  | {
      readonly type: 'source'
      readonly caseId: string
      readonly params: Readonly<Record<string, ParamValue>>
    }
  /** Reads the clock until it has moved, to find its smallest step. */
  | { readonly type: 'clock' }
  /** Runs setup, calls the case once and verifies what it returned. */
  | {
      readonly type: 'prepare'
      readonly caseId: string
      readonly params: Readonly<Record<string, ParamValue>>
      /** Of the answer that an earlier launch has shown to be right: the same one needs no second proof. */
      readonly rightDigest: string | null
    }
  /** Runs iterations that nothing is to be known of. */
  | { readonly type: 'lead-in'; readonly iterations: number }
  /** Runs one batch; 0 iterations is the null batch that tells the cost of the channel. */
  | { readonly type: 'run'; readonly iterations: number }
  /** Runs as many iterations of a case that does nothing, in a loop of its own. */
  | { readonly type: 'run-empty'; readonly iterations: number }
  /** Has the bundle's timer, which takes the place of timed batches, time the case. */
  | { readonly type: 'measure'; readonly timeMs: number }
  /** Verifies the last value that the timed batches left behind. */
  | { readonly type: 'recheck' }
  /** Times calls one by one for so long, or until there are so many, in turn with calls of a case that does nothing. */
  | { readonly type: 'calls'; readonly timeMs: number; readonly atMost: number }
  /** Tells of the heap; `collect` first collects everything that is garbage, where the runtime was started so. */
  | { readonly type: 'heap'; readonly collect: boolean }

export type Reply =
  | {
      readonly type: 'hello'
      /** null where the runtime cannot tell; the host then looks for the process itself. */
      readonly pid: number | null
      readonly hardwareConcurrency: number | null
    }
  | {
      readonly type: 'loaded'
      readonly suite: SuiteDescription
      /** Of the bytes that were imported, in hexadecimal; absent from what does not read them itself. */
      readonly bundleSha256?: string
    }
  | { readonly type: 'sourced'; readonly text: string }
  | { readonly type: 'clocked'; readonly resolutionNs: number }
  | {
      readonly type: 'prepared'
      readonly async: boolean
      /** Of the canonical text; the host holds it against the other contenders' digests. */
      readonly digest: string
      /** How the canonical text begins. */
      readonly preview: string
    }
  | { readonly type: 'led-in' }
  | {
      readonly type: 'ran'
      readonly durationNs: number
      /** CPU time that reading the clock took, to be taken out of the batch's. */
      readonly clockNs: number
    }
  /** null from a timer that reports to the host itself. */
  | { readonly type: 'measured'; readonly measurement: Measurement | null }
  | { readonly type: 'rechecked'; readonly digest: string }
  | {
      readonly type: 'called'
      readonly callsNs: readonly number[]
      readonly emptyNs: readonly number[]
    }
  /** What lies outside of the heap and is held by it, in bytes; null where the runtime does not tell. */
  | { readonly type: 'heap'; readonly externalBytes: number | null }
  | { readonly type: 'failed'; readonly phase: Phase; readonly message: string; readonly stack: string }

/** The type of the reply to each command, where nothing fails. */
export interface ReplyTypes {
  readonly load: 'loaded'
  readonly source: 'sourced'
  readonly clock: 'clocked'
  readonly prepare: 'prepared'
  readonly 'lead-in': 'led-in'
  readonly run: 'ran'
  readonly 'run-empty': 'ran'
  readonly measure: 'measured'
  readonly recheck: 'rechecked'
  readonly calls: 'called'
  readonly heap: 'heap'
}

/** The reply to a command, where nothing fails. */
export type ReplyTo<Type extends Command['type']> = Extract<Reply, { readonly type: ReplyTypes[Type] }>

/**
 * What goes over the channel with each command and comes back with its reply: a number that nobody can know before the
 * command is there, so that no reply can be written in advance. The first message, `hello`, has none.
 */
export interface Numbered {
  readonly id: number
}

/** What the contender was doing when the suite's code failed. */
export type Phase = 'load' | 'setup' | 'case' | 'verify' | 'run'
