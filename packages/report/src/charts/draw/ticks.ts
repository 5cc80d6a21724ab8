const STEPS = [1, 2, 5, 10]

/**
 * Returns round numbers for a logarithmic axis from `least` to `most` (above 0): 1, 2 and 5 of each power of ten, or equal
 * steps where the ends are near each other; no more than `count` or a little more.
 */
export function logTicks(least: number, most: number, count: number): number[] {
  if (most / least < 5) return equalSteps(least, most, count)
  const powers = range(Math.floor(Math.log10(least)), Math.floor(Math.log10(most)))
  const choices = [[1, 2, 5], [1, 3], [1]].map(digits =>
    powers
      .flatMap(power => digits.map(digit => digit * 10 ** power))
      .filter(tick => tick >= least && tick <= most),
  )
  const sparse = choices.at(-1) ?? []
  const every = Math.ceil(sparse.length / count)
  return choices.find(ticks => ticks.length <= count) ?? sparse.filter((_, index) => index % every === 0)
}

/** Returns powers of two from `least` to `most` (above 0), evenly apart on a logarithmic axis; no more than `count` or one more. */
export function binaryTicks(least: number, most: number, count: number): number[] {
  const step = Math.max(1, Math.ceil(Math.log2(most / least) / count))
  const powers = range(Math.ceil(Math.log2(least) / step), Math.floor(Math.log2(most) / step))
  return powers.map(power => 2 ** (step * power))
}

function equalSteps(least: number, most: number, count: number): number[] {
  const rough = (most - least) / count
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = power * (STEPS.find(each => each * power >= rough) ?? 10)
  return range(Math.ceil(least / step), Math.floor(most / step)).map(index => index * step)
}

function range(first: number, last: number): number[] {
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index)
}
