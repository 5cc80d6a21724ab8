import { checkBetween, checkWhole } from '../descriptive/check-number.ts'
import { incompleteBeta } from './incomplete-beta.ts'

/**
 * Returns P(X ≤ `k`) for the number X of successes in `n` trials, each with the probability `p` from 0 to 1.
 *
 * `n` and `k` are whole, `k` may be under 0 or over `n`. By the incomplete beta function, DLMF 8.17.5.
 */
export function binomialCdf(k: number, n: number, p: number): number {
  checkWhole('number of trials', n, 0)
  checkBetween('probability', p, 0, 1)
  if (k < 0) return 0
  if (k >= n) return 1
  return incompleteBeta(1 - p, p, n - k, k + 1)
}
