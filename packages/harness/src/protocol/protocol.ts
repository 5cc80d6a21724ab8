/**
 * The protocol between host and contender: one JSON object a line. The host sends a command, the contender its reply, in
 * turn. What a suite prints never travels here.
 */

import type { Gaps } from '../suite/definition.ts'
import type { Chosen, Params } from '../suite/params.ts'
import type { DefinedServerSuite, ServerApp, ServerBeside } from '../suite/server-suite.ts'
import type { AnySuite } from '../suite/suite.ts'

/** A suite's description, without its functions. */
export interface SuiteDescription extends Pick<AnySuite, 'descriptions' | 'tags' | 'needs'> {
  /** Empty where the suite gives none: the host names it by its file. */
  readonly name: string
  /** Empty where the suite asks none. */
  readonly question: string
  readonly params: Params
  readonly compare: 'cases' | 'targets'
  readonly baseline: string
  readonly cases: readonly string[]
  /** Cases for which the targets are compared too where cases are; null where the suite leaves that to the host. */
  readonly across: readonly string[] | null
  readonly unsupported: Readonly<Record<string, Gaps>>
  /** Whether the suite has expected outputs; otherwise every output must equal the baseline's. */
  readonly hasExpected: boolean
  /** Cases whose calls are also timed one by one. */
  readonly perCall: readonly string[]
  /** Whether memory is measured without the option for it. */
  readonly memory: boolean
  /** Null for a suite whose cases are functions. */
  readonly server: ServerDescription | null
  /** Absent where cases are no functions. */
  readonly code?: SuiteCode
  /** Absent for a suite of our own. */
  readonly adopted?: AdoptedDescription
}

export interface AdoptedDescription {
  readonly dialect: string
  /** The name in the file of each case, by its id. */
  readonly titles: Readonly<Record<string, string>>
  /** The parameters that each case has, by its id. */
  readonly paramsOf: Readonly<Record<string, readonly string[]>>
  /** The combinations of them that the file leaves out, by its id. */
  readonly leftOut?: Readonly<Record<string, readonly Chosen<Params>[]>>
  /** Case id → why it cannot be measured in the process that was asked. */
  readonly unsupported: Readonly<Record<string, string>>
}

/** The text of functions as they stand in the bundle, which is what runs; of a long one its beginning and …. */
export interface SuiteCode {
  /** null without one. */
  readonly setup: string | null
  /** Keyed by case id. */
  readonly cases: Readonly<Record<string, string>>
}

/** An app as the host receives it; the host requests the text of a sourced one. */
export type DescribedApp = Exclude<ServerApp, { source(params: never): string }> | SourcedApp

export interface SourcedApp {
  readonly environment?: Readonly<Record<string, string>>
  readonly sourced: true
}

export interface ServerDescription extends Required<Pick<DefinedServerSuite, 'measure' | 'path' | 'answer'>> {
  readonly apps: Readonly<Record<string, DescribedApp>>
  readonly beside: ServerBeside | null
  readonly upstream: string | null
}

/** What another timer measured in one process. Times are nanoseconds per call of the case. */
export interface Measurement {
  /** The figure that the timer itself reports. */
  readonly headlineNs: number
  readonly minNs: number
  readonly p50Ns: number
  readonly p99Ns: number
  readonly maxNs: number
  /** The number of samples, and of calls in them. */
  readonly samples: number
  readonly iterations: number
  /** The timer's figure for an empty function. */
  readonly emptyNs: number
}

/** What a profiler samples: the stack, or what is allocated. */
export type Sampling =
  /** Microseconds between two samples. */
  | { readonly of: 'stack'; readonly intervalUs: number }
  /** Bytes that are allocated between two samples, on average. */
  | { readonly of: 'allocations'; readonly intervalBytes: number }

export type Command =
  /** Imports the suite. */
  | { readonly type: 'load' }
  /** Requests the text of an app's module. */
  | { readonly type: 'source'; readonly caseId: string; readonly params: Chosen<Params> }
  /** Reads the clock until it has moved, to find its smallest step. */
  | { readonly type: 'clock' }
  /** Runs setup, calls the case once and verifies what it returned. */
  | {
      readonly type: 'prepare'
      readonly caseId: string
      readonly params: Chosen<Params>
      /** Digest of an output that an earlier launch verified, if any: an equal output needs no second check. */
      readonly expectedDigest: string | null
    }
  /** Runs iterations without timing them. */
  | { readonly type: 'lead-in'; readonly iterations: number }
  /** Runs one batch; 0 iterations is the null batch, which measures the cost of the channel. */
  | { readonly type: 'run'; readonly iterations: number }
  /** Runs iterations of an empty case, in a separate loop. */
  | { readonly type: 'run-empty'; readonly iterations: number }
  /** Has the bundle's timer time the case, instead of timed batches. */
  | { readonly type: 'measure'; readonly timeMs: number }
  /** Verifies the last value that the timed batches kept. */
  | { readonly type: 'recheck' }
  /** Times calls one by one, in turn with calls of an empty case, until the time or the count is reached. */
  | { readonly type: 'calls'; readonly timeMs: number; readonly atMost: number }
  /** Reports on the heap; `collect` collects all garbage first, and fails unless the runtime was started so that it can. */
  | { readonly type: 'heap'; readonly collect: boolean }
  /** Begins to sample. */
  | { readonly type: 'profile'; readonly sampling: Sampling }
  | { readonly type: 'end-profile' }

export type Reply =
  | {
      readonly type: 'hello'
      /** Null where the runtime does not report it; the host then finds the process itself. */
      readonly pid: number | null
      readonly hardwareConcurrency: number | null
    }
  | { readonly type: 'loaded'; readonly suite: SuiteDescription }
  | { readonly type: 'sourced'; readonly text: string }
  | { readonly type: 'clocked'; readonly resolutionNs: number }
  | {
      readonly type: 'prepared'
      readonly async: boolean
      /** Digest of the canonical text; the host compares it with the other contenders' digests. */
      readonly digest: string
      /** How the canonical text begins. */
      readonly preview: string
      /** Present where the case has a loop and a start and end of its own. */
      readonly window?: true
      /** Present where an iteration is one of the units that the file counts, of which a call has a number of its own. */
      readonly wholeCalls?: true
      /** How many units of its own its file counts for an iteration; absent for one. */
      readonly unitsPerIteration?: number
      /** Present where a promise is awaited that the file's own tool would not await. */
      readonly promiseCounted?: true
      /** Why the digest cannot be compared; present for cases of an adopted file only. */
      readonly unverified?: Unverified
    }
  | { readonly type: 'led-in'; readonly iterationsRun?: number }
  | {
      readonly type: 'ran'
      readonly durationNs: number
      /** CPU time of reading the clock; the host subtracts it from the batch's. */
      readonly clockNs: number
      /**
       * Iterations in whole calls of an adopted file, at least those requested; absent where both are equal. The
       * duration is for the requested ones.
       */
      readonly iterationsRun?: number
    }
  /** Null from a timer that reports to the host itself. */
  | { readonly type: 'measured'; readonly measurement: Measurement | null }
  | { readonly type: 'rechecked'; readonly digest: string }
  | {
      readonly type: 'called'
      readonly callsNs: readonly number[]
      readonly emptyNs: readonly number[]
    }
  /** Bytes outside of the heap that the heap holds; null where the runtime does not report them. */
  | { readonly type: 'heap'; readonly externalBytes: number | null }
  | { readonly type: 'profiling' }
  /** The text of a `.cpuprofile`, or of a `.heapprofile`. */
  | { readonly type: 'profiled'; readonly text: string }
  | { readonly type: 'failed'; readonly phase: Phase; readonly message: string; readonly stack: string }

/**
 * Why the output of a case is not compared: it returns nothing, or what cannot be compared, or something else at every
 * call; or it has a loop of its own, and what that computes stays inside.
 */
export type Unverified = 'nothing' | 'incomparable' | 'changing' | 'window'

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
  readonly profile: 'profiling'
  readonly 'end-profile': 'profiled'
}

export type ReplyTo<Type extends Command['type']> = Extract<Reply, { readonly type: ReplyTypes[Type] }>

/** An unpredictable number of a command, which its reply returns: none can be written in advance. `hello` has none. */
export interface Numbered {
  readonly id: number
}

/** What the contender was doing when the suite's code failed; `unsupported` where it found that its times would be wrong. */
export type Phase = 'load' | 'setup' | 'case' | 'verify' | 'run' | 'teardown' | 'unsupported'
