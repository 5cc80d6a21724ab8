import type { Canonical } from './suite.ts'

/**
 * Returns one text for equal values: object keys sorted, numbers to 10 significant digits (engines differ in
 * the last ones).
 *
 * @throws TypeError for a value that is not plain data, naming where it stands.
 */
export function canonicalText(value: Canonical, path = 'value'): string {
  switch (typeof value) {
    case 'number':
      return numberText(value)
    case 'string':
      return JSON.stringify(value)
    case 'bigint':
      return `${value}n`
    case 'boolean':
    case 'undefined':
      return String(value)
    case 'object':
      return value === null ? 'null' : objectText(value, path)
    default:
      throw new TypeError(`Cannot compare ${path}: it is a ${typeof value}. Return plain data from 'verify'.`)
  }
}

function objectText(value: object, path: string): string {
  if (Array.isArray(value)) {
    return `[${value.map((item, index) => canonicalText(item, `${path}[${index}]`)).join(',')}]`
  }
  const prototype = Object.getPrototypeOf(value)
  if (prototype !== Object.prototype && prototype !== null) {
    const kind = prototype?.constructor?.name ?? 'object'
    throw new TypeError(`Cannot compare ${path}: it is a ${kind}. Return plain data from 'verify'.`)
  }
  const record = value as Readonly<Record<string, Canonical>>
  const keys = Object.keys(record).sort()
  return `{${keys.map(key => `${JSON.stringify(key)}:${canonicalText(record[key], `${path}.${key}`)}`).join(',')}}`
}

function numberText(value: number): string {
  if (Object.is(value, -0)) return '0'
  return Number.isInteger(value) ? String(value) : String(Number(value.toPrecision(10)))
}

/** Returns 16 hexadecimal digits that stand for the text: two FNV-1a hashes over its UTF-16 units. */
export function digest(text: string): string {
  return fnv(text, 0x811c9dc5) + fnv(text, 0x050c5d1f)
}

function fnv(text: string, offset: number): string {
  let hash = offset
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    hash = Math.imul(hash ^ (unit & 0xff), 0x01000193)
    hash = Math.imul(hash ^ (unit >>> 8), 0x01000193)
  }
  return (hash >>> 0).toString(16).padStart(8, '0')
}
