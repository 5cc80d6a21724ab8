/** In JSON half of a surrogate pair can only stand escaped; most texts hold no such escape. */
const SURROGATE_ESCAPE = /\\u[dD][89a-fA-F]/

/**
 * Parses JSON from another program. Half of a surrogate pair becomes U+FFFD, in values and keys: files and databases
 * cannot hold one. For hosts only: old runtimes lack `toWellFormed`.
 *
 * @throws SyntaxError for text that is not JSON
 */
export function parseWellFormed(text: string): unknown {
  const value: unknown = JSON.parse(text.toWellFormed())
  return SURROGATE_ESCAPE.test(text) ? wellFormed(value) : value
}

function wellFormed(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed()
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(wellFormed)
  const fields = new Map<string, unknown>()
  for (const [key, item] of Object.entries(value)) {
    let name = key.toWellFormed()
    // Two keys that differ only in what is not well-formed stay two.
    while (name !== key && (Object.hasOwn(value, name) || fields.has(name))) name += '\ufffd'
    fields.set(name, wellFormed(item))
  }
  return Object.fromEntries(fields)
}
