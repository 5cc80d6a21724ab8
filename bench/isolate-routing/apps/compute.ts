/** Rounds that take node 10 ms of a core, in which nothing else happens in the process. */
const ROUNDS = 6_000_000

/** Computes with whole numbers; no allocation, no waiting. */
export function compute(): number {
  let state = 1
  for (let round = 0; round < ROUNDS; round++) {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + round) | 0
  }
  return state >>> 0
}
