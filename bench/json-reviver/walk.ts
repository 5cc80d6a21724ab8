import type { Json } from './payloads.ts'

/**
 * Returns what JSON.parse would have returned with this reviver, by walking a value that was parsed without
 * one: children first, every key as a string, `undefined` deletes. The shape of React's `reviveModel`.
 */
export function walk(
  key: string,
  value: Json,
  revive: (key: string, value: Json) => Json | undefined,
): Json | undefined {
  if (typeof value !== 'object' || value === null) return revive(key, value)
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) {
      const revived = walk(String(i), value[i] as Json, revive)
      if (revived === undefined) delete value[i]
      else value[i] = revived
    }
  } else {
    for (const name in value) {
      const revived = walk(name, value[name] as Json, revive)
      if (revived === undefined) delete value[name]
      else value[name] = revived
    }
  }
  return revive(key, value)
}
