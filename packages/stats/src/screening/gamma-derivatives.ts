/** From here on the series converge within rounding. */
const LARGE = 12

/** Returns the derivative of the logarithm of the gamma function for `x` above 0 (DLMF 5.11.2, 5.5.2). */
export function digamma(x: number): number {
  if (x < LARGE) return digamma(x + 1) - 1 / x
  const square = 1 / (x * x)
  const series =
    square * (1 / 12 - square * (1 / 120 - square * (1 / 252 - square * (1 / 240 - square / 132))))
  return Math.log(x) - 1 / (2 * x) - series
}

/** Returns its second derivative for `x` above 0 (DLMF 5.15.8, 5.15.5). */
export function trigamma(x: number): number {
  if (x < LARGE) return trigamma(x + 1) + 1 / (x * x)
  const square = 1 / (x * x)
  const series = square * (1 / 6 - square * (1 / 30 - square * (1 / 42 - square / 30)))
  return 1 / x + square / 2 + series / x
}

const MOST_STEPS = 200

/** Returns the `x` whose trigamma is `y`, for `y` above 0: it falls, so halves find it. */
export function trigammaInverse(y: number): number {
  let [low, high] = [1e-8, 1e8]
  for (let step = 0; step < MOST_STEPS && high / low > 1 + 1e-12; step++) {
    const middle = Math.sqrt(low * high)
    if (trigamma(middle) > y) low = middle
    else high = middle
  }
  return Math.sqrt(low * high)
}
