import { checkBetween, checkWhole } from '../descriptive/check-number.ts'
import { binomialCdf } from '../distributions/binomial.ts'
import { type Estimate, LEVEL } from './estimate.ts'

const HALVINGS = 60

/**
 * Returns the share of `successes` in `n` trials with the interval of Clopper and Pearson (1934), which covers at
 * least its level whatever the true share. RangeError unless 0 ≤ `successes` ≤ `n` and `n` ≥ 1, all whole.
 */
export function proportion(successes: number, n: number): Estimate {
  checkWhole('number of trials', n, 1)
  checkWhole('number of successes', successes, 0)
  checkBetween('number of successes', successes, 0, n)
  const tail = (1 - LEVEL) / 2
  // A higher probability of success makes few successes less probable and many more probable.
  const lower = successes === 0 ? 0 : root(p => 1 - binomialCdf(successes - 1, n, p) < tail)
  const upper = successes === n ? 1 : root(p => binomialCdf(successes, n, p) > tail)
  return { value: successes / n, lower, upper, level: LEVEL, n }
}

/** Returns where `isBelow`, true at 0 and false at 1, turns; by halving. */
function root(isBelow: (p: number) => boolean): number {
  let low = 0
  let high = 1
  for (let step = 0; step < HALVINGS; step++) {
    const middle = (low + high) / 2
    if (isBelow(middle)) low = middle
    else high = middle
  }
  return (low + high) / 2
}
