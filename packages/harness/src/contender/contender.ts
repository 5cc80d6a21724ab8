import { charCodeAt, emptyList, max } from '../intrinsics.ts'
import { firstCharacters } from '../protocol/first-characters.ts'
import type { Command, Measurement, Phase, Reply } from '../protocol/protocol.ts'
import { asSuite, describe, sourceOf } from '../suite/describe.ts'
import type { AnySuite, Canonical } from '../suite/suite.ts'
import { canonicalText, digest } from './canonical.ts'
import type { Clock } from './clock.ts'
import { emptyLoop, emptyLoopAsync } from './empty-loop.ts'
import { kept } from './keep.ts'
import { ended, loop, loopAsync } from './loop.ts'

/**
 * A timer that takes the place of timed batches: calls `run` as it likes. Null when it reports to the host itself.
 *
 * @param async whether `run` returns promises
 */
export type Measure = (run: () => unknown, async: boolean, timeMs: number) => Promise<Measurement | null>

/** What a runtime lets a program do with its heap. */
export interface Heap {
  /** Collects everything that is garbage; throws where the runtime was not started for that. */
  collect(): void
  /** Returns the bytes outside of the heap that are held by it; null where the runtime does not tell. */
  externalBytes(): number | null
}

/**
 * Carries out one command and gives its reply, once. A failure is a reply too. The promise tells nothing but the end:
 * code of a suite can stand between a promise and whoever awaits it.
 */
export type Contender = (command: Command, reply: (reply: Reply) => void) => Promise<void>

const PREVIEW_LENGTH = 80

/** In V8 14.6 the loop comes to the last compiler after some 15 batches of as many turns, 40 ms, well within a warm-up. */
const FEWEST_TURNS = 8000
/** A shorter batch is one of those that find out how many iterations make a batch. */
const SHORTEST_BATCH_NS = 1e6

interface Prepared {
  readonly caseId: string
  readonly run: (state: unknown) => unknown
  readonly state: unknown
  readonly async: boolean
}

/**
 * Returns the side of the protocol that runs inside a runtime.
 *
 * @param definition what the suite file exports by default
 * @param timer answers `measure`; none when the host times batches
 * @param heap answers `heap`; none where nobody asks
 */
export function createContender(definition: unknown, clock: Clock, timer?: Measure, heap?: Heap): Contender {
  // Of a suite of servers nothing but the description and its apps is asked.
  const suite = asSuite(definition) as AnySuite
  let prepared: Prepared
  let phase: Phase = 'load'
  /** Of the last batch. */
  let lackingTurns = 0

  async function prepare(
    command: Extract<Command, { type: 'prepare' }>,
    reply: (reply: Reply) => void,
  ): Promise<void> {
    const { caseId, params, rightDigest } = command
    const run = suite.cases[caseId]
    if (run === undefined) throw new RangeError(`Cannot prepare: there is no case '${caseId}'.`)
    phase = 'setup'
    const state = await suite.setup?.(params, caseId)
    phase = 'case'
    const returned = run(state)
    const async = isPromise(returned)
    const value = await returned
    phase = 'verify'
    const found = canonicalText(
      suite.verify ? await suite.verify(value, state, caseId) : (value as Canonical),
    )
    const foundDigest = digest(found)
    if (suite.expected && foundDigest !== rightDigest) {
      const expected = canonicalText(await suite.expected(state, caseId))
      if (found !== expected) throw new Error(`wrong answer: ${difference(found, expected)}`)
    }
    prepared = { caseId, run, state, async }
    reply({ type: 'prepared', async, digest: foundDigest, preview: firstCharacters(found, PREVIEW_LENGTH) })
  }

  async function iterate(iterations: number): Promise<void> {
    phase = 'run'
    const { state, async, run } = prepared
    if (iterations === 0) return
    if (async) await loopAsync(run, state, iterations)
    else loop(run, state, iterations, 0)
  }

  /** Throws Error when an async loop that was begun after so many others has not ended although it was awaited. */
  function checkEnded(loopsBefore: number, iterations: number): void {
    if (!prepared.async || iterations === 0 || ended.loops > loopsBefore) return
    throw new Error('its batch was awaited and has not ended: something replaced how promises work')
  }

  /** An async loop lacks none: it is counted with every await. */
  function lackedTurns(iterations: number, durationNs: number): number {
    return prepared.async || durationNs < SHORTEST_BATCH_NS ? 0 : max(0, FEWEST_TURNS - iterations)
  }

  /** Before the next command, so that a timed batch with a lead-in before it has none of them in its CPU time. */
  function makeUpTurns(): void {
    if (lackingTurns > 0) loop(prepared.run, prepared.state, 0, lackingTurns)
    lackingTurns = 0
  }

  async function run(iterations: number, reply: (reply: Reply) => void): Promise<void> {
    makeUpTurns()
    const { loops } = ended
    const start = clock.start()
    await iterate(iterations)
    const stop = clock.stop()
    checkEnded(loops, iterations)
    lackingTurns = lackedTurns(iterations, stop - start)
    reply({ type: 'ran', durationNs: stop - start, clockNs: clock.spentNs })
  }

  async function runEmpty(iterations: number, reply: (reply: Reply) => void): Promise<void> {
    const { state, async } = prepared
    const start = clock.start()
    if (async) await emptyLoopAsync(state, iterations)
    else emptyLoop(state, iterations, 0)
    const stop = clock.stop()
    reply({ type: 'ran', durationNs: stop - start, clockNs: clock.spentNs })
  }

  async function measure(timeMs: number, reply: (reply: Reply) => void): Promise<void> {
    if (timer === undefined) throw new TypeError('Cannot measure: this bundle holds no timer.')
    phase = 'run'
    const { state, async, run } = prepared
    // Of an async case the promise is kept: an async function around it would add to what is timed.
    const keepValue = () => {
      kept.value = run(state)
    }
    const keepPromise = () => {
      const promise = run(state)
      kept.value = promise
      return promise
    }
    reply({ type: 'measured', measurement: await timer(async ? keepPromise : keepValue, async, timeMs) })
  }

  /**
   * The same loops as in a batch, of one iteration each. Empty ones in turn with them tell what they and the clock
   * cost, and how far apart the clock sets equals.
   */
  async function calls(
    { timeMs, atMost }: Extract<Command, { type: 'calls' }>,
    reply: (reply: Reply) => void,
  ): Promise<void> {
    phase = 'run'
    const { state, async } = prepared
    const empty = async ? () => emptyLoopAsync(state, 1) : async () => emptyLoop(state, 1, 0)
    const callsNs = emptyList()
    const emptyNs = emptyList()
    let spentNs = 0
    while (callsNs.length < atMost && spentNs < timeMs * 1e6) {
      const { loops } = ended
      const callStart = clock.start()
      await iterate(1)
      const callNs = clock.stop() - callStart
      checkEnded(loops, 1)
      spentNs += callNs + clock.spentNs
      const emptyStart = clock.start()
      await empty()
      const emptyCallNs = clock.stop() - emptyStart
      spentNs += emptyCallNs + clock.spentNs
      callsNs[callsNs.length] = callNs
      emptyNs[emptyNs.length] = emptyCallNs
    }
    reply({ type: 'called', callsNs, emptyNs })
  }

  async function recheck(reply: (reply: Reply) => void): Promise<void> {
    phase = 'verify'
    const { state, caseId } = prepared
    const value = await kept.value
    const found = canonicalText(
      suite.verify ? await suite.verify(value, state, caseId) : (value as Canonical),
    )
    reply({ type: 'rechecked', digest: digest(found) })
  }

  async function leadIn(iterations: number, reply: (reply: Reply) => void): Promise<void> {
    makeUpTurns()
    await iterate(iterations)
    reply({ type: 'led-in' })
  }

  /** Not async: an async function that returns a promise asks it for its `then`, which a suite may have replaced. */
  function execute(command: Command, reply: (reply: Reply) => void): Promise<void> | void {
    switch (command.type) {
      case 'load':
        return reply({ type: 'loaded', suite: describe(suite) })
      case 'source':
        return reply({ type: 'sourced', text: sourceOf(suite, command.caseId, command.params) })
      case 'clock':
        return reply({ type: 'clocked', resolutionNs: clock.resolutionNs() })
      case 'prepare':
        return prepare(command, reply)
      case 'lead-in':
        return leadIn(command.iterations, reply)
      case 'run':
        return run(command.iterations, reply)
      case 'run-empty':
        return runEmpty(command.iterations, reply)
      case 'measure':
        return measure(command.timeMs, reply)
      case 'calls':
        return calls(command, reply)
      case 'heap':
        if (heap === undefined) throw new TypeError('Cannot collect: this runtime offers no way.')
        if (command.collect) heap.collect()
        return reply({ type: 'heap', externalBytes: heap.externalBytes() })
      case 'recheck':
        return recheck(reply)
    }
  }

  return async (command, reply) => {
    try {
      await execute(command, reply)
    } catch (error) {
      reply(failureOf(error, phase))
    }
  }
}

/** Returns the reply to a command, for callers with nothing to fear from the suite. */
export function ask(contender: Contender, command: Command): Promise<Reply> {
  return new Promise(resolve => void contender(command, resolve))
}

/** Returns the reply that tells of what was thrown. */
export function failureOf(error: unknown, phase: Phase): Reply {
  const { message, stack } = error instanceof Error ? error : new Error(String(error))
  return { type: 'failed', phase, message, stack: stack ?? message }
}

/** Shows both texts from a little before the first character in which they differ. */
function difference(found: string, expected: string): string {
  let at = 0
  while (at < found.length && charCodeAt(found, at) === charCodeAt(expected, at)) at++
  const from = max(0, at - 20)
  const excerpt = (text: string) =>
    `${from > 0 ? '…' : ''}${firstCharacters(text, at + 40 - from, from)}${text.length > at + 40 ? '…' : ''}`
  return `found ${excerpt(found)}, expected ${excerpt(expected)}`
}

function isPromise(value: unknown): boolean {
  return (
    typeof value === 'object' && value !== null && typeof (value as { then?: unknown }).then === 'function'
  )
}
