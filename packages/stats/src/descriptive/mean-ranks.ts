/** Returns the rank of each value, from 0; equal values share their mean rank. */
export function meanRanks(values: readonly number[]): number[] {
  const sorted = values.toSorted((one, other) => one - other)
  return values.map(value => (sorted.indexOf(value) + sorted.lastIndexOf(value)) / 2)
}

/** Returns these ranks less their mean. */
export function centredRanks(values: readonly number[]): number[] {
  return meanRanks(values).map(rank => rank - (values.length - 1) / 2)
}
