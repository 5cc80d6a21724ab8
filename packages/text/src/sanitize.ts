import { stripVTControlCharacters } from 'node:util'

/** Returns a value whose texts move no cursor, change no colour and break no line: measured code may have written them. */
export function sanitize<T>(value: T): T
export function sanitize(value: unknown): unknown {
  if (typeof value === 'string') return sanitizeText(value)
  if (typeof value !== 'object' || value === null) return value
  // Samples are most of a record, and need no copy.
  if (Array.isArray(value)) return value.every(isNumber) ? value : value.map(item => sanitize(item))
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [sanitizeText(key), sanitize(item)]))
}

function isNumber(value: unknown): boolean {
  return typeof value === 'number' || typeof value === 'boolean' || value === null
}

function sanitizeText(text: string): string {
  return stripVTControlCharacters(text)
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/\p{Bidi_Control}/gu, '')
    .trim()
}
