import { stripVTControlCharacters } from 'node:util'

/**
 * Returns a copy in which no text can move a cursor, change a colour or break a line: records contain
 * the output of measured code.
 */
export function sanitize<T>(value: T): T {
  return sanitizeValue(value) as T
}

function sanitizeValue(value: unknown): unknown {
  if (typeof value === 'string') return sanitizeText(value)
  if (Array.isArray(value)) return value.map(sanitizeValue)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [sanitizeText(key), sanitizeValue(item)]),
  )
}

function sanitizeText(text: string): string {
  return stripVTControlCharacters(text)
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/\p{Bidi_Control}/gu, '')
    .trim()
}
