import type { Command, Phase, Reply, Sampling } from '../protocol/protocol.ts'
import type { AdoptedSuite } from '../suite/adopted-suite.ts'
import { asSuite, describe, sourceOf } from '../suite/describe.ts'
import type { AnySuite } from '../suite/suite.ts'
import { leadIn, runBatch, runEmptyBatch } from './batches.ts'
import { type Measure, measureBy, timeCalls } from './calls.ts'
import type { Clock } from './clock.ts'
import { prepare, type Respond, recheck, type Session } from './prepare.ts'
import { Unmeasurable } from './stretches.ts'

export type { Measure } from './calls.ts'

/** What a runtime lets a program do with its heap. */
export interface Heap {
  /** Collects all garbage; throws unless the runtime was started so that it can. */
  collect(): void
  /** Returns the bytes outside of the heap that the heap holds; null where the runtime does not report them. */
  externalBytes(): number | null
}

export interface Profiler {
  start(sampling: Sampling): Promise<void>
  /** Returns the text of a `.cpuprofile`, or of a `.heapprofile`. */
  stop(): Promise<string>
}

export interface Abilities {
  /** Executes `measure`; absent where the host times batches. */
  readonly measure?: Measure
  readonly heap?: Heap
  /** Executes `profile`; absent where the host profiles from outside. */
  readonly profiler?: Profiler
}

/**
 * Executes one command and gives its reply, once. A failure is a reply too. The promise carries no value: a suite can
 * replace how promises work.
 */
export type Contender = (command: Command, reply: Respond) => Promise<void>

/** Returns the side of the protocol that runs inside a runtime, for what the suite file exports by default. */
export function createContender(
  definition: unknown,
  clock: Clock,
  { measure, heap, profiler }: Abilities = {},
): Contender {
  const session: Session = {
    // A suite of servers only describes itself and its apps.
    suite: asSuite(definition) as AnySuite | AdoptedSuite,
    prepared: undefined as never,
    phase: 'load',
    calls: 0,
    lackingTurns: 0,
  }

  /** Not async: an async function that returns a promise reads its `then`, which a suite may have replaced. */
  function execute(command: Command, reply: Respond): Promise<void> | void {
    switch (command.type) {
      case 'load':
        return reply({ type: 'loaded', suite: describe(session.suite) })
      case 'source':
        return reply({ type: 'sourced', text: sourceOf(session.suite, command.caseId, command.params) })
      case 'clock':
        return reply({ type: 'clocked', resolutionNs: clock.resolutionNs() })
      case 'prepare':
        return prepare(session, command, reply)
      case 'lead-in':
        return leadIn(session, command.iterations, reply)
      case 'run':
        return runBatch(session, clock, command.iterations, reply)
      case 'run-empty':
        return runEmptyBatch(session, clock, command.iterations, reply)
      case 'measure':
        return measureBy(measure, session, command.timeMs, reply)
      case 'calls':
        return timeCalls(session, clock, command, reply)
      case 'heap':
        if (heap === undefined) throw new TypeError('Cannot collect: this runtime offers no way.')
        if (command.collect) heap.collect()
        return reply({ type: 'heap', externalBytes: heap.externalBytes() })
      case 'profile':
        return startProfile(known(profiler), command.sampling, reply)
      case 'end-profile':
        return endProfile(known(profiler), reply)
      case 'recheck':
        return recheck(session, reply)
    }
  }

  return async (command, reply) => {
    try {
      await execute(command, reply)
    } catch (error) {
      reply(failureOf(error, session.phase))
    }
  }
}

async function startProfile(profiler: Profiler, sampling: Sampling, reply: Respond): Promise<void> {
  await profiler.start(sampling)
  reply({ type: 'profiling' })
}

async function endProfile(profiler: Profiler, reply: Respond): Promise<void> {
  reply({ type: 'profiled', text: await profiler.stop() })
}

function known(profiler: Profiler | undefined): Profiler {
  if (profiler === undefined) throw new TypeError('Cannot profile: this runtime offers no way from inside.')
  return profiler
}

/** Returns the reply to a command, for callers that trust the suite. */
export function ask(contender: Contender, command: Command): Promise<Reply> {
  return new Promise(resolve => void contender(command, resolve))
}

export function failureOf(error: unknown, phase: Phase): Reply {
  const found = error instanceof Unmeasurable ? 'unsupported' : phase
  const message = textOf(error, 'message') ?? 'threw what has no text'
  return { type: 'failed', phase: found, message, stack: textOf(error, 'stack') ?? message }
}

/** Returns a text of what was thrown, which may be anything; null where it has none. */
function textOf(error: unknown, field: 'message' | 'stack'): string | null {
  try {
    const text = error instanceof Error ? error[field] : field === 'message' ? String(error) : null
    return typeof text === 'string' ? text : null
  } catch {
    return null
  }
}
