/** Returns `values[index]`; RangeError if there is no such element. The checked accessor of this package. */
export function elementAt(values: ArrayLike<number>, index: number): number {
  const value = values[index]
  if (value === undefined) {
    throw new RangeError(`Cannot read element ${index}: there are ${values.length} values.`)
  }
  return value
}
