/**
 * The loops of `loop.ts` around nothing. They are functions of their own, with a call and a place to keep the value
 * of their own, so that the measured loop sees one function only, before and after.
 */

const kept: { value: unknown } = { value: undefined }

function nothing(_state: unknown): unknown {
  return undefined
}

async function nothingAsync(_state: unknown): Promise<unknown> {
  return undefined
}

/**
 * Runs `iterations` iterations of a case that does nothing. Nobody asks for turns after them: they are there to have the
 * text of `loop`.
 */
export function emptyLoop(state: unknown, iterations: number, emptyTurns: number): void {
  for (let i = 0; i < iterations; i++) kept.value = nothing(state)
  for (let turn = 0; turn < emptyTurns; turn++);
}

/** Runs `iterations` iterations of an async case that does nothing. */
export async function emptyLoopAsync(state: unknown, iterations: number): Promise<void> {
  for (let i = 0; i < iterations; i++) kept.value = await nothingAsync(state)
}
