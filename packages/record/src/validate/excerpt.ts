import { firstCharacters } from '@steelyard/harness/first-characters'

const MAX_LENGTH = 60

/** Returns a value as one short line for an error message: text in quotes, a container only by its kind. */
export function excerpt(value: unknown): string {
  if (Array.isArray(value)) return 'an array'
  if (typeof value === 'object' && value !== null) return 'an object'
  // String() rather than JSON, which would call NaN null.
  const text = typeof value === 'string' ? JSON.stringify(value) : String(value)
  return text.length <= MAX_LENGTH ? text : `${firstCharacters(text, MAX_LENGTH)}…`
}
