/** Returns what all values are; null where they differ or there are none. */
export function onlyOne<T>(values: readonly T[]): T | null {
  const [first, ...others] = new Set(values)
  return first === undefined || others.length > 0 ? null : first
}
