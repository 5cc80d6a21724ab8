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

function equalSteps(least: number, most: number, count: number): number[] {
  const rough = (most - least) / count
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = power * (STEPS.find(each => each * power >= rough) ?? 10)
  return range(Math.ceil(least / step), Math.floor(most / step)).map(index => index * step)
}

function range(first: number, last: number): number[] {
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index)
}
