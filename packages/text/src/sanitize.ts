import { stripVTControlCharacters } from 'node:util'

/**
 * Returns a value in which no text can move a cursor, change a colour or break a line: records contain
 * the output of measured code.
 */
export function sanitize<T>(value: T): T {
  return mapTexts(value, sanitizeText)
}

/** Returns a value with every text in it, keys too, as `textOf` returns it. */
export function mapTexts<T>(value: T, textOf: (text: string) => string): T {
  const mapped = (each: unknown): unknown => {
    if (typeof each === 'string') return textOf(each)
    if (typeof each !== 'object' || each === null) return each
    // Samples are most of a record, and need no copy.
    if (Array.isArray(each)) return each.every(isNumber) ? each : each.map(mapped)
    return Object.fromEntries(Object.entries(each).map(([key, item]) => [textOf(key), mapped(item)]))
  }
  return mapped(value) as T
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
