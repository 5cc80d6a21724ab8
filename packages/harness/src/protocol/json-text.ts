import { isArray, isFiniteNumber, keysOf, stringifyJson } from '../intrinsics.ts'

/** Returns plain data as JSON, null for what JSON lacks. Never calls `toJSON`, which a suite may add to every object. */
export function jsonText(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return stringifyJson(value)
    case 'number':
      return isFiniteNumber(value) ? `${value}` : 'null'
    case 'boolean':
      return value ? 'true' : 'false'
    case 'object':
      if (value === null) return 'null'
      return isArray(value) ? listText(value) : objectText(value as Readonly<Record<string, unknown>>)
    default:
      return 'null'
  }
}

function listText(list: readonly unknown[]): string {
  let text = ''
  for (let i = 0; i < list.length; i++) text += `${i === 0 ? '' : ','}${jsonText(list[i])}`
  return `[${text}]`
}

function objectText(fields: Readonly<Record<string, unknown>>): string {
  const keys = keysOf(fields)
  let text = ''
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i] as string
    const value = fields[key]
    if (value !== undefined) text += `${text === '' ? '' : ','}${stringifyJson(key)}:${jsonText(value)}`
  }
  return `{${text}}`
}
