import type { Params } from './params.ts'

/** What the definitions of all kinds of suites have in common. */
export interface Definition<P extends Params> {
  /** Kebab-case name; for a suite of this repository the name of its folder. Default: the name of the file. */
  readonly name?: string
  /** The question the suite answers, as one sentence. Default: which of the cases is faster. */
  readonly question?: string
  readonly params?: P
  /**
   * What a plain run compares: the cases inside each target, by default those of functions, or the targets for each case,
   * by default those of servers.
   */
  readonly compare?: 'cases' | 'targets'
  /** The case that the others are compared with; default: the first. */
  readonly baseline?: string
  /**
   * Cases for which a plain run that compares cases also compares the targets; true for all, [] for none. Default: none of
   * servers; all functions, where a run has at most four cases and four targets.
   */
  readonly across?: true | readonly string[]
  /** Case id → what a reader should know of the case, as a sentence. */
  readonly descriptions?: Readonly<Record<string, string>>
  /** Kebab-case words by which `--tag` finds the suite. */
  readonly tags?: readonly string[]
  /** Case id → where the case is unsupported, and why. */
  readonly unsupported?: Readonly<Record<string, Gaps>>
}

/**
 * Where a case is unsupported: a runtime (`workerd`) or a runtime with a version condition (`node@<20.6`), mapped to the
 * reason.
 */
export type Gaps = Readonly<Record<string, string>>

/** What a key of a definition must be. */
type Kind = 'string' | 'object' | 'function' | 'list' | 'true' | 'true or a list of case ids'

/** A regular expression, since an old runtime lacks isWellFormed(). */
const HALF_A_PAIR = /\p{Surrogate}/u

/** The keys that a definition may have. */
export type Keys<K extends string> = Readonly<Record<K, Kind>>

export const COMMON_KEYS = {
  name: 'string',
  question: 'string',
  params: 'object',
  compare: 'string',
  baseline: 'string',
  across: 'true or a list of case ids',
  cases: 'object',
  descriptions: 'object',
  tags: 'list',
  unsupported: 'object',
} as const satisfies Keys<keyof Definition<Params> | 'cases'>

/** Throws TypeError with what is wrong, where a condition does not hold. */
export function check(holds: boolean, wrong: string): asserts holds {
  if (!holds) throw new TypeError(`Cannot define the suite: ${wrong}`)
}

/** Whether a text can be the name of a suite or the id of a case. */
export function isKebabCase(text: string): boolean {
  return /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(text)
}

/** Throws TypeError for a key that is unknown, missing or of the wrong kind. */
export function checkKeys(definition: object, keys: Keys<string>): void {
  for (const [key, value] of Object.entries(definition)) {
    const wanted = Object.hasOwn(keys, key) ? keys[key] : undefined
    const ofCase = typeof value === 'function' ? ` A case belongs in 'cases: { … }'.` : ''
    const known = Object.keys(keys).join(', ')
    check(wanted !== undefined, `unknown key '${key}'.${ofCase} Known keys: ${known}.`)
    const kind = wanted.startsWith('true') ? wanted : `${wanted === 'object' ? 'an' : 'a'} ${wanted}`
    const isRight = value === undefined || isKind(value, wanted)
    check(isRight, `'${key}' is ${kindOf(value)}. Make it ${kind}.`)
  }
  check('cases' in definition, `'cases' is missing. Add it.`)
}

function isKind(value: unknown, wanted: Kind): boolean {
  if (wanted === 'true') return value === true
  if (wanted === 'list') return Array.isArray(value)
  if (wanted === 'true or a list of case ids') return value === true || Array.isArray(value)
  return value !== null && typeof value === wanted
}

/** Returns the words of a text in kebab-case; empty where it has none. */
export function kebabCase(text: string): string {
  return text
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
}

/**
 * Throws TypeError for a name or a tag that is not kebab-case, for a case that does not exist, and for a description that
 * is no text.
 *
 * @param perCall further case ids
 */
export function checkCaseIds(
  definition: Definition<Params> & { readonly cases: object },
  perCall: true | readonly string[] = [],
): void {
  const { name, cases, baseline, compare, across = [] } = definition
  const { unsupported = {}, descriptions = {}, tags = [] } = definition
  check(name === undefined || isKebabCase(name), `the name '${name}' is not kebab-case.`)
  const ids = Object.keys(cases)
  check(ids.length > 0, `'cases' is empty. Add a case.`)
  for (const id of ids) {
    const how = `Use small letters, digits and hyphens, as in 'for-of'.`
    check(isKebabCase(id), `the case id '${id}' is not kebab-case. ${how}`)
  }
  const named = [baseline ?? [], Object.keys(unsupported), Object.keys(descriptions), perCall, across]
  for (const id of named.flatMap(some => (some === true ? [] : some))) {
    check(ids.includes(id), `there is no case '${id}'. Cases: ${ids.join(', ')}.`)
  }
  for (const [id, text] of Object.entries(descriptions)) {
    const isText = typeof text === 'string' && !HALF_A_PAIR.test(text)
    check(isText, `the description of '${id}' is no text. Write a sentence.`)
  }
  for (const tag of tags) {
    const isWord = typeof tag === 'string' && isKebabCase(tag)
    check(isWord, `the tag '${tag}' is not kebab-case. Use small letters, digits and hyphens.`)
  }
  const isKnown = compare === undefined || compare === 'cases' || compare === 'targets'
  check(isKnown, `'compare' is '${compare}'. Make it 'cases' or 'targets'.`)
}

/** Throws TypeError for a parameter without values, and for values that a record cannot hold unchanged. */
export function checkParams(params: Params): void {
  for (const [key, values] of Object.entries(params)) {
    const hasValues = Array.isArray(values) && values.length > 0
    check(hasValues, `parameter '${key}' has no values. List them, the default first.`)
    const isHalf = [key, ...values].some(text => typeof text === 'string' && HALF_A_PAIR.test(text))
    check(!isHalf, `parameter '${key}' holds half of a surrogate pair. Make such a text in setup().`)
    const other = values.find(value => !isParamValue(value))
    const shown = typeof other === 'number' ? other : kindOf(other)
    const how = 'Give texts, finite numbers or booleans.'
    check(values.every(isParamValue), `parameter '${key}' holds ${shown}. ${how}`)
  }
}

function isParamValue(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value)
}

/** Returns the kind of a value in words, for messages. */
export function kindOf(value: unknown): string {
  if (value === null || value === undefined) return String(value)
  if (Array.isArray(value)) return 'an array'
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`
}
