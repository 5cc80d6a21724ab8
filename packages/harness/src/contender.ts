import { canonicalText, digest } from './canonical.ts'
import type { Clock } from './clock.ts'
import { asSuite, describe, sourceOf } from './describe.ts'
import { emptyLoop, emptyLoopAsync } from './empty-loop.ts'
import { kept } from './keep.ts'
import { loop, loopAsync } from './loop.ts'
import type { Command, Measurement, Phase, Reply } from './protocol.ts'
import type { AnySuite, Canonical } from './suite.ts'

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

/** Answers one command. Never rejects: a failure is a reply. */
export type Contender = (command: Command) => Promise<Reply>

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

  async function prepare(command: Extract<Command, { type: 'prepare' }>): Promise<Reply> {
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
    const found = await canonical(suite, value, state, caseId)
    const foundDigest = digest(found)
    if (suite.expected && foundDigest !== rightDigest) {
      const expected = canonicalText(await suite.expected(state, caseId))
      if (found !== expected) throw new Error(`wrong answer: ${difference(found, expected)}`)
    }
    prepared = { caseId, run, state, async }
    return { type: 'prepared', async, digest: foundDigest, preview: found.slice(0, PREVIEW_LENGTH) }
  }

  async function iterate(iterations: number): Promise<void> {
    phase = 'run'
    const { state, async, run } = prepared
    if (iterations === 0) return
    if (async) await loopAsync(run, state, iterations)
    else loop(run, state, iterations, 0)
  }

  /** An async loop lacks none: it is counted with every await. */
  function lackedTurns(iterations: number, durationNs: number): number {
    return prepared.async || durationNs < SHORTEST_BATCH_NS ? 0 : Math.max(0, FEWEST_TURNS - iterations)
  }

  /** Before the next command, so that a timed batch with a lead-in before it has none of them in its CPU time. */
  function makeUpTurns(): void {
    if (lackingTurns > 0) loop(prepared.run, prepared.state, 0, lackingTurns)
    lackingTurns = 0
  }

  async function run(iterations: number): Promise<Reply> {
    makeUpTurns()
    const start = clock.start()
    await iterate(iterations)
    const stop = clock.stop()
    lackingTurns = lackedTurns(iterations, stop - start)
    return { type: 'ran', durationNs: stop - start, clockNs: clock.spentNs }
  }

  async function runEmpty(iterations: number): Promise<Reply> {
    const { state, async } = prepared
    const start = clock.start()
    if (async) await emptyLoopAsync(state, iterations)
    else emptyLoop(state, iterations, 0)
    const stop = clock.stop()
    return { type: 'ran', durationNs: stop - start, clockNs: clock.spentNs }
  }

  async function measure(timeMs: number): Promise<Reply> {
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
    return { type: 'measured', measurement: await timer(async ? keepPromise : keepValue, async, timeMs) }
  }

  async function timeOf(call: () => Promise<void>): Promise<number> {
    const start = clock.start()
    await call()
    return clock.stop() - start
  }

  /**
   * The same loops as in a batch, of one iteration each. Empty ones in turn with them tell what they and the clock
   * cost, and how far apart the clock sets equals.
   */
  async function calls({ timeMs, atMost }: Extract<Command, { type: 'calls' }>): Promise<Reply> {
    phase = 'run'
    const { state, async } = prepared
    const empty = async ? () => emptyLoopAsync(state, 1) : async () => emptyLoop(state, 1, 0)
    const [callsNs, emptyNs]: [number[], number[]] = [[], []]
    for (let spentNs = 0; callsNs.length < atMost && spentNs < timeMs * 1e6; ) {
      for (const [call, durationsNs] of [
        [() => iterate(1), callsNs],
        [empty, emptyNs],
      ] as const) {
        const durationNs = await timeOf(call)
        durationsNs.push(durationNs)
        spentNs += durationNs + clock.spentNs
      }
    }
    return { type: 'called', callsNs, emptyNs }
  }

  async function answer(command: Command): Promise<Reply> {
    switch (command.type) {
      case 'load':
        return { type: 'loaded', suite: describe(suite) }
      case 'source':
        return { type: 'sourced', text: sourceOf(suite, command.caseId, command.params) }
      case 'clock':
        return { type: 'clocked', resolutionNs: clock.resolutionNs() }
      case 'prepare':
        return prepare(command)
      case 'lead-in':
        makeUpTurns()
        await iterate(command.iterations)
        return { type: 'led-in' }
      case 'run':
        return run(command.iterations)
      case 'run-empty':
        return runEmpty(command.iterations)
      case 'measure':
        return measure(command.timeMs)
      case 'calls':
        return calls(command)
      case 'heap':
        if (heap === undefined) throw new TypeError('Cannot collect: this runtime offers no way.')
        if (command.collect) heap.collect()
        return { type: 'heap', externalBytes: heap.externalBytes() }
      case 'recheck':
        phase = 'verify'
        return {
          type: 'rechecked',
          digest: digest(await canonical(suite, await kept.value, prepared.state, prepared.caseId)),
        }
    }
  }

  return async command => {
    try {
      return await answer(command)
    } catch (error) {
      const { message, stack } = error instanceof Error ? error : new Error(String(error))
      return { type: 'failed', phase, message, stack: stack ?? message }
    }
  }
}

async function canonical(suite: AnySuite, value: unknown, state: unknown, caseId: string): Promise<string> {
  return canonicalText(suite.verify ? await suite.verify(value, state, caseId) : (value as Canonical))
}

/** Shows both texts from a little before the first character in which they differ. */
function difference(found: string, expected: string): string {
  let at = 0
  while (at < found.length && found[at] === expected[at]) at++
  const from = Math.max(0, at - 20)
  const excerpt = (text: string) =>
    `${from > 0 ? '…' : ''}${text.slice(from, at + 40)}${text.length > at + 40 ? '…' : ''}`
  return `found ${excerpt(found)}, expected ${excerpt(expected)}`
}

function isPromise(value: unknown): boolean {
  return (
    typeof value === 'object' && value !== null && typeof (value as { then?: unknown }).then === 'function'
  )
}
