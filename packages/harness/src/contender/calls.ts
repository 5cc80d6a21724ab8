import { emptyList } from '../intrinsics.ts'
import type { Command, Measurement } from '../protocol/protocol.ts'
import { checkEnded, iterate } from './batches.ts'
import type { Clock } from './clock.ts'
import { emptyLoop, emptyLoopAsync } from './empty-loop.ts'
import { kept } from './keep.ts'
import { ended } from './loop.ts'
import type { Respond, Session } from './prepare.ts'

/** A timer in place of timed batches: calls `run`, which returns promises if `async`. Null: it reports to the host itself. */
export type Measure = (run: () => unknown, async: boolean, timeMs: number) => Promise<Measurement | null>

/**
 * Times calls one by one, in the same loops as a batch, of one iteration each. Empty loops in turn with them show the
 * cost and the noise of loop and clock.
 */
export async function timeCalls(
  session: Session,
  clock: Clock,
  { timeMs, atMost }: Extract<Command, { type: 'calls' }>,
  reply: Respond,
): Promise<void> {
  session.phase = 'run'
  const { state, async, window } = session.prepared
  if (window !== null) throw new TypeError('Cannot time single calls: the case has a loop of its own.')
  // As deep in async functions as the case: each costs time of its own.
  const empty = async ? async () => await emptyLoopAsync(state, 1) : async () => emptyLoop(state, 1, 0)
  const callsNs = emptyList()
  const emptyNs = emptyList()
  let spentNs = 0
  while (callsNs.length < atMost && spentNs < timeMs * 1e6) {
    const { loops } = ended
    const callStart = clock.start()
    await iterate(session, 1)
    const callNs = clock.stop() - callStart
    checkEnded(session, loops, 1)
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

/** Has another timer call the case and time it. */
export async function measureBy(
  timer: Measure | undefined,
  session: Session,
  timeMs: number,
  reply: Respond,
): Promise<void> {
  if (timer === undefined) throw new TypeError('Cannot measure: this bundle holds no timer.')
  session.phase = 'run'
  const { state, async, run, window } = session.prepared
  if (window !== null) throw new TypeError('Cannot give the case to a timer: it has a loop of its own.')
  // An async case keeps its promise: an async function around the case would add to the timed work.
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
