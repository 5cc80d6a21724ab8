import { firstCharacters } from '@steelyard/harness/first-characters'

/** Above any time or count; what is calculated from smaller numbers stays finite. */
const LARGEST = 1e30

/** What a file lacks, as a clause that begins with its field. */
export class Unexpected extends Error {}

/** A value of a file together with its path in it, so that errors can name it. */
export class JsonCursor {
  readonly value: unknown
  readonly path: string

  constructor(value: unknown, path = '') {
    this.value = value
    this.path = path
  }

  /** Returns a field, which may be missing: then its value is undefined. */
  at(name: string): JsonCursor {
    const value = isObject(this.value) ? this.value[name] : undefined
    return new JsonCursor(value, this.path === '' ? name : `${this.path}.${name}`)
  }

  get isMissing(): boolean {
    return this.value === undefined || this.value === null
  }

  list(): JsonCursor[] {
    if (!Array.isArray(this.value)) throw this.unexpected('a list')
    return this.value.map((item, index) => new JsonCursor(item, `${this.path}[${index}]`))
  }

  listAt(name: string): JsonCursor[] {
    return this.at(name).list()
  }

  text(): string {
    if (typeof this.value !== 'string') throw this.unexpected('text')
    return this.value
  }

  /** Returns null for a text that is missing. */
  textIfAny(): string | null {
    return this.isMissing ? null : this.text()
  }

  /** Reads a number, also one that is written as text, as some JSON does with 64-bit counts. */
  number(): number {
    const { value } = this
    const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
    if (!isNumber(number)) throw this.unexpected('a number')
    return number
  }

  /** Returns the numbers of a list: a cursor for each would take a hundred times their memory. */
  numbers(): number[] {
    if (!Array.isArray(this.value)) throw this.unexpected('a list')
    return this.value.every(isNumber) ? this.value : this.list().map(item => item.number())
  }

  /** Returns what is written as milliseconds since 1970 in ISO 8601. */
  instant(): string {
    const date = new Date(this.number())
    if (Number.isNaN(date.getTime())) throw this.unexpected('a time in milliseconds')
    return date.toISOString()
  }

  positive(): number {
    const number = this.number()
    if (number <= 0) throw this.unexpected('a number above 0')
    return number
  }

  /** Returns values that a case is distinguished by; other kinds as their JSON. */
  params(): Record<string, string | number | boolean> {
    if (this.isMissing) return {}
    if (!isObject(this.value)) throw this.unexpected('an object')
    return Object.fromEntries(
      Object.entries(this.value).map(([name, value]) => [
        name,
        typeof value === 'object' ? JSON.stringify(value) : value,
      ]),
    )
  }

  private unexpected(what: string): Unexpected {
    const place = this.path === '' ? 'it' : this.path
    return new Unexpected(
      this.value === undefined
        ? `${place} is missing`
        : `${place} is ${excerpt(this.value)}, expected ${what}`,
    )
  }
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Math.abs(value) < LARGEST
}

function isObject(value: unknown): value is Record<string, string | number | boolean | object | null> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function excerpt(value: unknown): string {
  if (Array.isArray(value)) return 'a list'
  if (isObject(value)) return 'an object'
  const text = JSON.stringify(value)
  return text.length > 60 ? `${firstCharacters(text, 60)}…` : text
}
