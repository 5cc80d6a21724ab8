import { max } from '../intrinsics.ts'
import type { Clock } from './clock.ts'
import { emptyLoop, emptyLoopAsync } from './empty-loop.ts'
import { ended, loop, loopAsync } from './loop.ts'
import type { Respond, Session } from './prepare.ts'
import { SHORTEST_BATCH_NS } from './stretches.ts'
import { leadInWindow, runWindow } from './window.ts'

/** In V8 14.6 the loop comes to the last compiler after some 15 batches of as many turns, 40 ms, well within a warm-up. */
const FEWEST_TURNS = 8000
/**
 * V8 has learnt nothing of a case before its eighth call. A loop that comes to the last compiler by then does not inline the
 * case, which stays in the code of Maglev for thousands of calls.
 */
const FEWEST_CALLS = 20

export async function runBatch(
  session: Session,
  clock: Clock,
  iterations: number,
  reply: Respond,
): Promise<void> {
  const { window } = session.prepared
  session.phase = 'run'
  if (window !== null) {
    return reply({ type: 'ran', ...(await runWindow(window, clock, iterations)) })
  }
  makeUpTurns(session)
  const { loops } = ended
  const start = clock.start()
  await iterate(session, iterations)
  const stop = clock.stop()
  checkEnded(session, loops, iterations)
  // V8 counts an async loop with every await.
  session.lackingTurns = session.prepared.async ? 0 : lackedTurns(session.calls, iterations, stop - start)
  reply({ type: 'ran', durationNs: stop - start, clockNs: clock.spentNs })
}

/** Times the same loop around an empty case. */
export async function runEmptyBatch(
  { prepared: { state, async } }: Session,
  clock: Clock,
  iterations: number,
  reply: Respond,
): Promise<void> {
  const start = clock.start()
  if (async) await emptyLoopAsync(state, iterations)
  else emptyLoop(state, iterations, 0)
  const stop = clock.stop()
  reply({ type: 'ran', durationNs: stop - start, clockNs: clock.spentNs })
}

/** Runs iterations without timing them. */
export async function leadIn(session: Session, iterations: number, reply: Respond): Promise<void> {
  makeUpTurns(session)
  const { window } = session.prepared
  if (window !== null) return reply({ type: 'led-in', ...(await leadInWindow(window, iterations)) })
  await iterate(session, iterations)
  reply({ type: 'led-in' })
}

/** Runs the iterations of one batch: all that its clock times. */
export async function iterate(session: Session, iterations: number): Promise<void> {
  session.phase = 'run'
  const { state, async, run } = session.prepared
  if (iterations === 0) return
  session.calls += iterations
  if (async) await loopAsync(run, state, iterations)
  else loop(run, state, iterations, 0)
}

/** Throws Error when an async loop has not ended although it was awaited; `loopsBefore` had ended before it began. */
export function checkEnded({ prepared }: Session, loopsBefore: number, iterations: number): void {
  if (!prepared.async || iterations === 0 || ended.loops > loopsBefore) return
  throw new Error('its batch was awaited and has not ended: something replaced how promises work')
}

/** Returns the empty turns that a batch of a synchronous loop still needs, after all calls in this process, its own too. */
export function lackedTurns(calls: number, iterations: number, durationNs: number): number {
  return durationNs < SHORTEST_BATCH_NS || calls < FEWEST_CALLS ? 0 : max(0, FEWEST_TURNS - iterations)
}

/** Runs before the next command, so that a timed batch with a lead-in has no empty turns in its CPU time. */
function makeUpTurns(session: Session): void {
  if (session.lackingTurns > 0) loop(session.prepared.run, session.prepared.state, 0, session.lackingTurns)
  session.lackingTurns = 0
}
