import { kept } from './keep.ts'

/** How many async loops have ended: a suite can resume the code that awaits one before the loop has ended. */
export const ended = { loops: 0 }

// A process measures one case only, so the call below sees one function and its feedback is never shared.

/**
 * Calls `run` `iterations` times and keeps each value, then makes empty turns.
 *
 * V8 gives this function to its last compiler after a count of turns. A case that Maglev has inlined here waits for that
 * too, some 20,000 calls, which are two seconds at 100 µs. Turns of nothing are counted as well, and leave what V8 has
 * learnt of the calls as it is.
 */
export function loop(
  run: (state: unknown) => unknown,
  state: unknown,
  iterations: number,
  emptyTurns: number,
): void {
  for (let i = 0; i < iterations; i++) kept.value = run(state)
  // Last, so that code made while they turn has nothing ahead that was never seen to run.
  for (let turn = 0; turn < emptyTurns; turn++);
}

/** Calls `run` `iterations` times, awaiting each promise before the next call, and keeps each value. */
export async function loopAsync(
  run: (state: unknown) => unknown,
  state: unknown,
  iterations: number,
): Promise<void> {
  for (let i = 0; i < iterations; i++) kept.value = await run(state)
  ended.loops++
}
