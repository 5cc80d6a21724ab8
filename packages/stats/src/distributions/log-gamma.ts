// Lanczos approximation with g = 7 and nine terms, coefficients by P. Godfrey (2001): relative error about
// 1e-15.
const LANCZOS_SHIFT = 7
const LANCZOS_FIRST = 0.99999999999980993
const LANCZOS_REST = [
  676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059, 12.507343278686905,
  -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
]

/** Returns the natural logarithm of the gamma function for `x` of at least 0.5 (DLMF 5.2.1). */
export function logGamma(x: number): number {
  const shifted = x + LANCZOS_SHIFT - 0.5
  const series = LANCZOS_REST.reduce((sum, term, index) => sum + term / (x + index), LANCZOS_FIRST)
  return 0.5 * Math.log(2 * Math.PI) + (x - 0.5) * Math.log(shifted) - shifted + Math.log(series)
}
