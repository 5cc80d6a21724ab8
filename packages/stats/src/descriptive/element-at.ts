/** Returns `values[index]`; RangeError if there is no such element. The checked accessor of this package. */
export function elementAt<T>(values: ArrayLike<T>, index: number): T {
  const value = values[index]
  if (value === undefined) {
    throw new RangeError(`Cannot read element ${index}: there are ${values.length} values.`)
  }
  return value
}
