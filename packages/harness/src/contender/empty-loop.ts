/**
 * The loops of `loop.ts` around an empty case. Loop, call and kept value are separate, so that the measured loop never
 * sees a second function.
 */

const kept: { value: unknown } = { value: undefined }

function nothing(_state: unknown): unknown {
  return undefined
}

async function nothingAsync(_state: unknown): Promise<unknown> {
  return undefined
}

/** Runs an empty case. No caller asks for empty turns: the parameter gives it the text of `loop`. */
export function emptyLoop(state: unknown, iterations: number, emptyTurns: number): void {
  for (let i = 0; i < iterations; i++) kept.value = nothing(state)
  for (let turn = 0; turn < emptyTurns; turn++);
}

export async function emptyLoopAsync(state: unknown, iterations: number): Promise<void> {
  for (let i = 0; i < iterations; i++) kept.value = await nothingAsync(state)
}
