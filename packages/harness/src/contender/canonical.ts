import {
  charCodeAt,
  getPrototypeOf,
  imul,
  inBase,
  isArray,
  isInteger,
  isSame,
  keysOf,
  objectPrototype,
  padStart,
  sorted,
  stringifyJson,
  toNumber,
  toPrecision,
} from '../intrinsics.ts'
import type { Canonical } from '../suite/suite.ts'

/**
 * Returns the same text for equal values: object keys sorted, numbers to 10 significant digits (engines differ in the
 * last ones).
 *
 * @throws TypeError for a value that is not plain data, with its path
 */
export function canonicalText(value: Canonical, path = 'value'): string {
  switch (typeof value) {
    case 'number':
      return numberText(value)
    case 'string':
      return stringifyJson(value)
    case 'bigint':
      return `${value}n`
    case 'boolean':
    case 'undefined':
      return `${value}`
    case 'object':
      return value === null ? 'null' : objectText(value, path)
    default:
      throw new TypeError(`Cannot compare ${path}: it is a ${typeof value}. Return plain data from 'verify'.`)
  }
}

function objectText(value: object, path: string): string {
  if (isArray(value)) return listText(value, path)
  const prototype = getPrototypeOf(value)
  if (prototype !== objectPrototype && prototype !== null) {
    const kind = prototype?.constructor?.name ?? 'object'
    throw new TypeError(`Cannot compare ${path}: it is a ${kind}. Return plain data from 'verify'.`)
  }
  const record = value as Readonly<Record<string, Canonical>>
  const keys = sorted(keysOf(record))
  let text = ''
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i] as string
    text += `${i === 0 ? '' : ','}${stringifyJson(key)}:${canonicalText(record[key], `${path}.${key}`)}`
  }
  return `{${text}}`
}

function listText(list: readonly Canonical[], path: string): string {
  let text = ''
  for (let i = 0; i < list.length; i++) {
    text += `${i === 0 ? '' : ','}${canonicalText(list[i], `${path}[${i}]`)}`
  }
  return `[${text}]`
}

function numberText(value: number): string {
  if (isSame(value, -0)) return '0'
  return isInteger(value) ? `${value}` : `${toNumber(toPrecision(value, 10))}`
}

/** Returns a hash of the text, 16 hexadecimal digits: two FNV-1a hashes over its UTF-16 units. */
export function digest(text: string): string {
  return fnv(text, 0x811c9dc5) + fnv(text, 0x050c5d1f)
}

function fnv(text: string, offset: number): string {
  let hash = offset
  for (let i = 0; i < text.length; i++) {
    const unit = charCodeAt(text, i)
    hash = imul(hash ^ (unit & 0xff), 0x01000193)
    hash = imul(hash ^ (unit >>> 8), 0x01000193)
  }
  return padStart(inBase(hash >>> 0, 16), 8, '0')
}
