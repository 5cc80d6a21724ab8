import { getPrototypeOf, isArray, keysOf, objectPrototype } from '../intrinsics.ts'
import type { Canonical } from '../suite/suite.ts'
import { canonicalText } from './canonical.ts'

/** Values in a value, its own and those of what it holds: more would take longer to read than to compute. */
const MOST_VALUES = 20_000
const MOST_CHARACTERS = 1_000_000
const DEEPEST = 100

interface Budget {
  values: number
  characters: number
}

/**
 * Returns the canonical text of what a case of an adopted file returned; null for what cannot be compared between
 * processes: functions, symbols, objects of unknown classes, and what is too large.
 */
export function answerText(value: unknown): string | null {
  try {
    return canonicalText(plainOf(value, { values: MOST_VALUES, characters: MOST_CHARACTERS }, 0))
  } catch {
    return null
  }
}

function plainOf(value: unknown, budget: Budget, depth: number): Canonical {
  budget.values--
  if (typeof value === 'string') budget.characters -= value.length
  if (budget.values < 0 || budget.characters < 0 || depth > DEEPEST) throw new RangeError('too large')
  if (typeof value !== 'object' || value === null) return value as Canonical
  const own = (one: unknown) => plainOf(one, budget, depth + 1)
  if (isArray(value)) return listOf(value, own)
  if (value instanceof Map) return { map: listOf([...value], own) }
  if (value instanceof Set) return { set: listOf([...value], own) }
  if (value instanceof Date) return { date: value.getTime() }
  if (value instanceof RegExp) return { expression: String(value) }
  if (value instanceof ArrayBuffer) return { bytes: listOf(new Uint8Array(value), own) }
  if (ArrayBuffer.isView(value)) {
    const bytes = new Uint8Array(value.buffer, value.byteOffset, value.byteLength)
    return { bytes: listOf(bytes, own) }
  }
  const prototype = getPrototypeOf(value)
  if (prototype !== objectPrototype && prototype !== null) throw new TypeError('of a class')
  const fields: Record<string, Canonical> = {}
  for (const key of keysOf(value)) fields[key] = own((value as Record<string, unknown>)[key])
  return fields
}

/** A hole is a value too. */
function listOf(list: ArrayLike<unknown>, own: (value: unknown) => Canonical): Canonical[] {
  const copies: Canonical[] = []
  for (let i = 0; i < list.length; i++) copies[i] = own(list[i])
  return copies
}
