import {
  COMMON_KEYS,
  check,
  checkCaseIds,
  checkKeys,
  checkParams,
  type Definition,
  type Keys,
  kindOf,
} from './definition.ts'
import type { Chosen, Params } from './params.ts'

/** Plain data in which outputs are compared; numbers count to 10 significant digits. */
export type Canonical =
  | null
  | undefined
  | boolean
  | number
  | bigint
  | string
  | readonly Canonical[]
  | { readonly [key: string]: Canonical }

/** The functions a suite measures, by id. */
// NoInfer: only setup says what the state is, never a case that takes a part of it.
export type Cases<S> = Readonly<Record<string, (state: NoInfer<Awaited<S>>) => unknown>>

/** One question and the cases that answer it. */
export interface Suite<P extends Params, S> extends Definition<P> {
  /** Makes what the cases work on. Called once per launch and not timed; may be async. */
  readonly setup?: (params: Chosen<P>, caseId: string) => S
  /**
   * The functions measured, by kebab-case id. The returned value is kept alive; a returned promise makes the
   * case async, and every iteration is awaited.
   */
  readonly cases: Cases<S>
  /** Turns a case's output (awaited) into plain data. Called once before timing and once after it. */
  // biome-ignore lint/suspicious/noExplicitAny: cases may return different things, and the suite knows which
  readonly verify?: (value: any, state: NoInfer<Awaited<S>>, caseId: string) => Canonical | Promise<Canonical>
  /** The expected output, computed another way. Default: the output of the baseline case. */
  readonly expected?: (state: NoInfer<Awaited<S>>, caseId: string) => Canonical | Promise<Canonical>
  /**
   * Ends what setup began, such as a server or a file. Called once per launch, after the last batch and the last check,
   * and not timed; may be async. A launch that fails ends without it.
   */
  readonly teardown?: (state: NoInfer<Awaited<S>>, caseId: string) => unknown
  /** Cases whose calls are also timed one by one, to find the slowest; true for all. */
  readonly perCall?: true | readonly string[]
  /** What its cases need where a run confines them: the network. */
  readonly needs?: readonly 'net'[]
  /** Whether the report always shows what is allocated and collected. */
  readonly memory?: true
}

/** A suite whose types no longer matter: what the host and the contender handle. */
export type AnySuite = Suite<Params, unknown>

const KEYS = {
  ...COMMON_KEYS,
  setup: 'function',
  verify: 'function',
  expected: 'function',
  teardown: 'function',
  perCall: 'true or a list of case ids',
  needs: 'list',
  memory: 'true',
} as const satisfies Keys<keyof AnySuite>

/** A suite in short: nothing but its cases. */
export type ShortSuite = Readonly<Record<string, () => unknown>>

/**
 * Checks a suite and returns it.
 *
 * @throws TypeError naming the key that is unknown, missing or of the wrong kind.
 */
export function suite(cases: ShortSuite): AnySuite
export function suite<const P extends Params, S>(definition: Suite<P, S>): Suite<P, S>
export function suite(given: ShortSuite | AnySuite): AnySuite {
  const isGiven = typeof given === 'object' && given !== null
  check(isGiven, `it is ${kindOf(given)}. Give an object whose values are functions.`)
  checkShort(given)
  const definition = longForm(given)
  checkKeys(definition, KEYS)
  const { perCall, cases } = definition
  checkCaseIds(definition, perCall)
  for (const [id, run] of Object.entries(cases)) checkCase(id, run)
  for (const need of definition.needs ?? []) check(need === 'net', `it needs '${need}'. Known needs: net.`)
  checkParams(definition.params ?? {})
  return definition
}

/** Returns a suite in its long form. A suite in short form has functions only, none under a key of the long form. */
export function longForm(definition: object): AnySuite {
  const isShort = Object.entries(definition).every(
    ([id, run]) => typeof run === 'function' && !Object.hasOwn(KEYS, id),
  )
  return (isShort ? { cases: definition } : definition) as AnySuite
}

/** Throws TypeError for what is no function among cases alone. An object is no case, but a key that is misspelt. */
function checkShort(given: object): void {
  const values = Object.entries(given)
  if (values.some(([id, run]) => Object.hasOwn(KEYS, id) || typeof run === 'object')) return
  for (const [id, run] of values) checkCase(id, run)
}

function checkCase(id: string, run: unknown): void {
  check(typeof run === 'function', `case '${id}' is ${kindOf(run)}. Make it a function.`)
}
