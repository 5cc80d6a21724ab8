import { stripVTControlCharacters } from 'node:util'

/**
 * Returns a copy in which no text can move a cursor, change a colour or break a line: records hold what other
 * people's code said.
 */
export function plain<T>(value: T): T {
  return plainValue(value) as T
}

function plainValue(value: unknown): unknown {
  if (typeof value === 'string') return plainText(value)
  if (Array.isArray(value)) return value.map(plainValue)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [plainText(key), plainValue(item)]))
}

function plainText(text: string): string {
  return stripVTControlCharacters(text)
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/\p{Bidi_Control}/gu, '')
    .trim()
}
