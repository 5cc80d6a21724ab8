/** Returns what a function returns; null where it throws. */
export function orNull<Value>(read: () => Value): Value | null {
  try {
    return read()
  } catch {
    return null
  }
}
