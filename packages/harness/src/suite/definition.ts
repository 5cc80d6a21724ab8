/** What the definitions of all kinds of suites have in common, and how it is checked. */
import type { Params } from './params.ts'

/** What a key of a definition must be. */
type Kind = 'string' | 'object' | 'function' | 'list' | 'true' | 'true or a list of case ids'

/** A regular expression, since an old runtime lacks isWellFormed(). */
const HALF_A_PAIR = /\p{Surrogate}/u

/** The keys that a definition may have. */
export type Keys<K extends string> = Readonly<Record<K, Kind>>

/** Whether a text can be the name of a suite or the id of a case. */
export function isKebabCase(text: string): boolean {
  return /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(text)
}

/** Throws TypeError for what is no definition at all. */
export function checkGiven(given: unknown): void {
  if (typeof given === 'object' && given !== null) return
  throw new TypeError(
    `Cannot define the suite: it is ${kindOf(given)}. Give an object whose values are functions.`,
  )
}

/** Throws TypeError for a key that is unknown, missing or of the wrong kind. */
export function checkKeys(definition: object, keys: Keys<string>): void {
  for (const [key, value] of Object.entries(definition)) {
    const wanted = Object.hasOwn(keys, key) ? keys[key] : undefined
    if (wanted === undefined) {
      const ofCase = typeof value === 'function' ? ` A case belongs in 'cases: { … }'.` : ''
      throw new TypeError(
        `Cannot define the suite: unknown key '${key}'.${ofCase} Known keys: ${Object.keys(keys).join(', ')}.`,
      )
    }
    if (value !== undefined && !isKind(value, wanted)) {
      const kind = wanted.startsWith('true') ? wanted : `${wanted === 'object' ? 'an' : 'a'} ${wanted}`
      throw new TypeError(`Cannot define the suite: '${key}' is ${kindOf(value)}. Make it ${kind}.`)
    }
  }
  if (!('cases' in definition)) {
    throw new TypeError(`Cannot define the suite: 'cases' is missing. Add it.`)
  }
}

function isKind(value: unknown, wanted: Kind): boolean {
  switch (wanted) {
    case 'true':
      return value === true
    case 'list':
      return Array.isArray(value)
    case 'true or a list of case ids':
      return value === true || Array.isArray(value)
    default:
      return value !== null && typeof value === wanted
  }
}

/** Returns the words of a text in kebab-case; empty where it has none. */
export function kebabCase(text: string): string {
  return text
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
}

/** The parts of a definition that name cases. */
interface Naming {
  readonly name?: string
  readonly cases: Readonly<Record<string, unknown>>
  readonly baseline?: string
  readonly compare?: string
  readonly unsupported?: object
  readonly descriptions?: Readonly<Record<string, unknown>>
  readonly tags?: readonly unknown[]
}

/**
 * Throws TypeError for a name or a tag that is not kebab-case, for a case that does not exist, and for a description that
 * is no text.
 *
 * @param alsoNamed case ids from other parts of the definition
 */
export function checkCaseIds(
  { name, cases, baseline, compare, unsupported, descriptions = {}, tags = [] }: Naming,
  alsoNamed: readonly string[] = [],
): void {
  if (name !== undefined && !isKebabCase(name))
    throw new TypeError(`Cannot define the suite: the name '${name}' is not kebab-case.`)
  const ids = Object.keys(cases)
  if (ids.length === 0) throw new TypeError(`Cannot define the suite: 'cases' is empty. Add a case.`)
  for (const id of ids) {
    if (!isKebabCase(id))
      throw new TypeError(
        `Cannot define the suite: the case id '${id}' is not kebab-case. Use small letters, digits and hyphens, as in 'for-of'.`,
      )
  }
  const named = [
    ...(baseline === undefined ? [] : [baseline]),
    ...Object.keys(unsupported ?? {}),
    ...Object.keys(descriptions),
    ...alsoNamed,
  ]
  for (const id of named) {
    if (!ids.includes(id)) {
      throw new TypeError(`Cannot define the suite: there is no case '${id}'. Cases: ${ids.join(', ')}.`)
    }
  }
  for (const [id, text] of Object.entries(descriptions)) {
    if (typeof text !== 'string' || HALF_A_PAIR.test(text)) {
      throw new TypeError(`Cannot define the suite: the description of '${id}' is no text. Write a sentence.`)
    }
  }
  for (const tag of tags) {
    if (typeof tag !== 'string' || !isKebabCase(tag)) {
      throw new TypeError(
        `Cannot define the suite: the tag '${tag}' is not kebab-case. Use small letters, digits and hyphens.`,
      )
    }
  }
  if (compare !== undefined && compare !== 'cases' && compare !== 'targets') {
    throw new TypeError(`Cannot define the suite: 'compare' is '${compare}'. Make it 'cases' or 'targets'.`)
  }
}

/** Throws TypeError for a parameter without values, and for text that a record cannot hold unchanged. */
export function checkParams(params: Params): void {
  for (const [key, values] of Object.entries(params)) {
    if (!Array.isArray(values) || values.length === 0) {
      throw new TypeError(
        `Cannot define the suite: parameter '${key}' has no values. List them, the default first.`,
      )
    }
    if ([key, ...values].some(text => typeof text === 'string' && HALF_A_PAIR.test(text))) {
      throw new TypeError(
        `Cannot define the suite: parameter '${key}' holds half of a surrogate pair. Make such a text in setup().`,
      )
    }
  }
}

/** Returns the kind of a value in words, for messages. */
export function kindOf(value: unknown): string {
  if (value === null || value === undefined) return String(value)
  if (Array.isArray(value)) return 'an array'
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`
}

/** Returns the case ids of a list; none where it is absent or stands for all. */
export function listed(ids: true | readonly string[] | undefined): readonly string[] {
  return ids === undefined || ids === true ? [] : ids
}
