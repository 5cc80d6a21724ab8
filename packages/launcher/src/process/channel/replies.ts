import { firstCharacters } from '@steelyard/harness/first-characters'
import type { Command, Reply, ReplyTo, ReplyTypes, Unverified } from '@steelyard/harness/protocol'
import { parseWellFormed } from '@steelyard/harness/well-formed'
import { LaunchError } from '../launch-error.ts'
import { descriptionFault } from './description-fault.ts'
import { type IsRight, isBoolean, isObject, isOneOf, nullOr, optional } from './values.ts'

/** The host's own observations of an exchange, which a reply must not contradict. */
export interface Observed {
  /** The number that the command had. */
  readonly id: number | null
  /** From sending the command to having the reply. */
  readonly hostNs: number
  /** The largest error of the runtime's clock. */
  readonly clockSlackNs: number
}

type Hello = Extract<Reply, { type: 'hello' }>
type Failed = Extract<Reply, { type: 'failed' }>
type Fields = Readonly<Record<string, unknown>>

const UNVERIFIED = ['nothing', 'incomparable', 'changing', 'window'] satisfies Unverified[]

/** A clock must resolve at least a second. */
const COARSEST_CLOCK_NS = 1e9

/** The longest estimate for reading a ticking clock: 29 s was estimated where three runs shared two cores. */
const LONGEST_CLOCK_NS = 1e13

/** Messages that a suite throws are shown and kept up to this length. */
const MESSAGE_LENGTH = 1000
const STACK_LENGTH = 4000
const EXCERPT_LENGTH = 80

/** What the fields of a message must be. */
type Checks = Readonly<Record<string, IsRight>>

const HELLO: Checks = { pid: nullOr(isPositiveInteger), hardwareConcurrency: nullOr(isPositiveInteger) }

const FAILED: Checks = {
  phase: phase => typeof phase === 'string' && Object.hasOwn(FAILURES, phase),
  message: isString,
  stack: isString,
}

const isFlag = optional(value => value === true)

const PREPARED: Checks = {
  async: isBoolean,
  digest: isDigest,
  preview: isString,
  window: isFlag,
  wholeCalls: isFlag,
  unitsPerIteration: optional(isNumber),
  promiseCounted: isFlag,
  unverified: optional(isOneOf(...UNVERIFIED)),
}

interface CommandFacts<Type extends Command['type']> {
  readonly reply: ReplyTypes[Type]
  /** What a contender does until it replies, after "did not". */
  readonly doing: string
  /** What the fields of its reply must be; only the suite of a load is checked apart. */
  readonly checks: Checks | ((observed: Observed, command: Extract<Command, { type: Type }>) => Checks)
}

const RAN = ({ hostNs, clockSlackNs }: Observed): Checks => ({
  durationNs: isDuration(hostNs, clockSlackNs),
  // An estimate, not a measured time: a tick in which the process had no core makes it many times too large.
  clockNs: value => isNumber(value) && value >= 0 && value <= LONGEST_CLOCK_NS,
  iterationsRun: optional(isCount),
})

export const COMMANDS: { readonly [Type in Command['type']]: CommandFacts<Type> } = {
  load: { reply: 'loaded', doing: 'load', checks: {} },
  source: { reply: 'sourced', doing: 'make its app', checks: { text: isString } },
  clock: {
    reply: 'clocked',
    doing: 'read its clock',
    checks: { resolutionNs: value => isNumber(value) && value > 0 && value <= COARSEST_CLOCK_NS },
  },
  prepare: { reply: 'prepared', doing: 'end setup and its first call', checks: PREPARED },
  'lead-in': { reply: 'led-in', doing: 'end a lead-in', checks: { iterationsRun: optional(isCount) } },
  run: { reply: 'ran', doing: 'end a batch', checks: RAN },
  'run-empty': { reply: 'ran', doing: 'end an empty batch', checks: RAN },
  measure: {
    reply: 'measured',
    doing: 'end its measurement',
    checks: ({ hostNs }) => ({ measurement: nullOr(value => isMeasurement(value, hostNs)) }),
  },
  recheck: { reply: 'rechecked', doing: 'check its last value', checks: { digest: isDigest } },
  calls: {
    reply: 'called',
    doing: 'end its single calls',
    checks({ hostNs, clockSlackNs }, { atMost }) {
      const isList = (value: unknown) =>
        Array.isArray(value) && value.length <= atMost && value.every(isDuration(hostNs, clockSlackNs))
      return { callsNs: isList, emptyNs: isList }
    },
  },
  heap: { reply: 'heap', doing: 'report its heap', checks: { externalBytes: nullOr(isCount) } },
  profile: { reply: 'profiling', doing: 'begin a profile', checks: {} },
  'end-profile': { reply: 'profiled', doing: 'end its profile', checks: { text: isString } },
}

/**
 * Reads the reply to a command and checks its type and every number in it.
 *
 * @throws LaunchError when it is invalid, and for a reply that reports a failure of the suite's code
 */
export function readReply<C extends Command>(
  command: C,
  text: string,
  observed: Observed = { id: null, hostNs: Number.POSITIVE_INFINITY, clockSlackNs: 0 },
): ReplyTo<C['type']> {
  const fields = fieldsOf(text)
  if (observed.id !== null && fields.id !== observed.id) throw noReply('is in reply to something else')
  if (fields.type === 'failed' && faultIn(fields, FAILED) === null) throw failure(fields as unknown as Failed)
  const fault =
    fields.type !== COMMANDS[command.type].reply
      ? `is of the type ${shown(fields.type)}`
      : command.type === 'load'
        ? descriptionFault(fields.suite)
        : faultIn(fields, checksOf(command, observed))
  if (fault !== null) throw noReply(`in reply to '${command.type}' ${fault}`)
  return fields as unknown as ReplyTo<C['type']>
}

/**
 * Reads the first message of a contender.
 *
 * @throws LaunchError when it is something else
 */
export function readHello(text: string): Hello {
  const fields = fieldsOf(text)
  const fault = fields.type === 'hello' ? faultIn(fields, HELLO) : `is of the type ${shown(fields.type)}`
  if (fault !== null) throw noReply(`at its start ${fault}`)
  return fields as unknown as Hello
}

function fieldsOf(text: string): Fields {
  let value: unknown
  try {
    value = parseWellFormed(text)
  } catch {
    throw new LaunchError(
      'crashed',
      `spoke something that is no reply: ${firstCharacters(text, EXCERPT_LENGTH).toWellFormed()}`,
    )
  }
  if (!isObject(value)) throw noReply(`is ${shown(value)}`)
  return value
}

function checksOf<C extends Command>(command: C, observed: Observed): Checks {
  const { checks } = COMMANDS[command.type] as CommandFacts<Command['type']>
  return typeof checks === 'function' ? checks(observed, command) : checks
}

/** Returns what checks a time: none exceeds the host's, which waited for the whole command. */
function isDuration(hostNs: number, clockSlackNs: number): IsRight {
  return value => isNumber(value) && value >= -clockSlackNs && value <= hostNs + clockSlackNs
}

/** Returns what is wrong with the fields of a message; null when they are valid. */
function faultIn(fields: Fields, checks: Checks): string | null {
  const wrong = Object.entries(checks).find(([name, isRight]) => !isRight(fields[name]))
  return wrong === undefined ? null : `says that ${wrong[0]} is ${shown(fields[wrong[0]])}`
}

/** A timer may take an empty call out of its times, and more than was in them. */
function isMeasurement(value: unknown, hostNs: number): boolean {
  const isTime = (time: unknown) => isNumber(time) && Math.abs(time) <= hostNs
  return (
    isObject(value) &&
    ['headlineNs', 'minNs', 'p50Ns', 'p99Ns', 'maxNs', 'emptyNs'].every(name => isTime(value[name])) &&
    ['samples', 'iterations'].every(name => isCount(value[name]))
  )
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value)
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 0
}

function isPositiveInteger(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) > 0
}

function isString(value: unknown): boolean {
  return typeof value === 'string'
}

function isDigest(value: unknown): boolean {
  return typeof value === 'string' && /^[0-9a-f]{16}$/.test(value)
}

function shown(value: unknown): string {
  if (Array.isArray(value)) return 'a list that cannot be right'
  if (isObject(value)) return 'an object that cannot be right'
  return firstCharacters(JSON.stringify(value) ?? 'missing', EXCERPT_LENGTH)
}

function noReply(what: string): LaunchError {
  return new LaunchError('crashed', `gave no valid reply: its reply ${what}`)
}

function failure({ phase, message, stack }: Failed): LaunchError {
  const firstLine = firstCharacters(message, MESSAGE_LENGTH).split('\n')[0] ?? ''
  const kind = phase === 'unsupported' ? 'unsupported' : 'failed'
  return new LaunchError(kind, FAILURES[phase] + firstLine, firstCharacters(stack, STACK_LENGTH))
}

/** What comes before the message of a phase. */
const FAILURES: Readonly<Record<Failed['phase'], string>> = {
  load: 'threw while it was loaded: ',
  setup: 'threw in setup: ',
  case: 'threw: ',
  run: 'threw: ',
  teardown: 'threw in teardown: ',
  verify: 'failed its check: ',
  unsupported: '',
}
