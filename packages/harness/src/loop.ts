import { kept } from './keep.ts'

// A process measures one case only, so the call below sees one function and its feedback is never shared.

/** Calls `run` `iterations` times and keeps each value. */
export function loop(run: (state: unknown) => unknown, state: unknown, iterations: number): void {
  for (let i = 0; i < iterations; i++) kept.value = run(state)
}

/** Calls `run` `iterations` times, awaiting each promise before the next call, and keeps each value. */
export async function loopAsync(
  run: (state: unknown) => unknown,
  state: unknown,
  iterations: number,
): Promise<void> {
  for (let i = 0; i < iterations; i++) kept.value = await run(state)
}
