/** Rounds that take some 10 ms of a core, in which nothing else happens in the process. */
const ROUNDS = 3_000_000

/**
 * Computes with fractions, by the logistic map; no allocation, no waiting. Loops of whole numbers are slow on workerd for a
 * hundred requests: reports/workerd-sums.
 */
export function compute(): number {
  let state = 0.5
  for (let round = 0; round < ROUNDS; round++) state = 3.9 * state * (1 - state)
  return state
}
