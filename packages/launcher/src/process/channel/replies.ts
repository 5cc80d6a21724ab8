import { firstCharacters } from '@steelyard/harness/first-characters'
import type { Command, Reply, ReplyTo, ReplyTypes, Unverified } from '@steelyard/harness/protocol'
import { parseWellFormed } from '@steelyard/harness/well-formed'
import { LaunchError } from '../launch-error.ts'
import { descriptionFault } from './description-fault.ts'

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

const TYPES: ReplyTypes = {
  load: 'loaded',
  source: 'sourced',
  clock: 'clocked',
  prepare: 'prepared',
  'lead-in': 'led-in',
  run: 'ran',
  'run-empty': 'ran',
  measure: 'measured',
  recheck: 'rechecked',
  calls: 'called',
  heap: 'heap',
  profile: 'profiling',
  'end-profile': 'profiled',
}

const UNVERIFIED: readonly string[] = ['nothing', 'incomparable', 'changing', 'window'] satisfies Unverified[]

/** A clock must resolve at least a second. */
const COARSEST_CLOCK_NS = 1e9

/** The longest estimate for reading a ticking clock: 29 s was estimated where three runs shared two cores. */
const LONGEST_CLOCK_NS = 1e13

/** Messages that a suite throws are shown and kept up to this length. */
const MESSAGE_LENGTH = 1000
const STACK_LENGTH = 4000
const EXCERPT_LENGTH = 80

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
  if (fields.type === 'failed' && failedFault(fields) === null) throw failure(fields as unknown as Failed)
  const fault =
    fields.type === TYPES[command.type]
      ? faultOf(command, fields, observed)
      : `is of the type ${shown(fields.type)}`
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
  const { type, pid, hardwareConcurrency } = fields
  const fault =
    type === 'hello'
      ? (nullOr(isPositiveInteger)(pid, 'pid') ??
        nullOr(isPositiveInteger)(hardwareConcurrency, 'hardwareConcurrency'))
      : `is of the type ${shown(type)}`
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
  if (typeof value !== 'object' || value === null) throw noReply(`is ${shown(value)}`)
  return value as Fields
}

/** Returns what is wrong with the fields of a reply of the right type; null when they are valid. */
function faultOf(command: Command, fields: Fields, { hostNs, clockSlackNs }: Observed): string | null {
  /** No time exceeds the host's, which waited for the whole command. */
  const isDuration = (value: unknown) =>
    isNumber(value) && value >= -clockSlackNs && value <= hostNs + clockSlackNs
  /** An estimate, not a measured time: a tick in which the process had no core makes it many times too large. */
  const isClockTime = (value: unknown) => isNumber(value) && value >= 0 && value <= LONGEST_CLOCK_NS
  switch (command.type) {
    case 'load':
      return descriptionFault(fields.suite)
    case 'source':
      return check(isString)(fields.text, 'text')
    case 'clock':
      return check(value => isNumber(value) && value > 0 && value <= COARSEST_CLOCK_NS)(
        fields.resolutionNs,
        'resolutionNs',
      )
    case 'prepare':
      return (
        check(value => typeof value === 'boolean')(fields.async, 'async') ??
        check(isDigest)(fields.digest, 'digest') ??
        check(isString)(fields.preview, 'preview') ??
        optional(value => value === true)(fields.window, 'window') ??
        optional(value => value === true)(fields.wholeCalls, 'wholeCalls') ??
        optional(isNumber)(fields.unitsPerIteration, 'unitsPerIteration') ??
        optional(value => value === true)(fields.promiseCounted, 'promiseCounted') ??
        optional(value => UNVERIFIED.includes(value as string))(fields.unverified, 'unverified')
      )
    case 'lead-in':
      return optional(isCount)(fields.iterationsRun, 'iterationsRun')
    case 'profile':
      return null
    case 'end-profile':
      return check(isString)(fields.text, 'text')
    case 'run':
    case 'run-empty':
      return (
        check(isDuration)(fields.durationNs, 'durationNs') ??
        check(isClockTime)(fields.clockNs, 'clockNs') ??
        optional(isCount)(fields.iterationsRun, 'iterationsRun')
      )
    case 'measure':
      return nullOr(value => isMeasurement(value, hostNs))(fields.measurement, 'measurement')
    case 'recheck':
      return check(isDigest)(fields.digest, 'digest')
    case 'calls': {
      const isList = (value: unknown) =>
        Array.isArray(value) && value.length <= command.atMost && value.every(isDuration)
      return check(isList)(fields.callsNs, 'callsNs') ?? check(isList)(fields.emptyNs, 'emptyNs')
    }
    case 'heap':
      return nullOr(isCount)(fields.externalBytes, 'externalBytes')
  }
}

function failedFault({ phase, message, stack }: Fields): string | null {
  return (
    check(value =>
      ['load', 'setup', 'case', 'verify', 'run', 'teardown', 'unsupported'].includes(value as string),
    )(phase, 'phase') ??
    check(isString)(message, 'message') ??
    check(isString)(stack, 'stack')
  )
}

/** A timer may take an empty call out of its times, and more than was in them. */
function isMeasurement(value: unknown, hostNs: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  const fields = value as Fields
  const isTime = (time: unknown) => isNumber(time) && Math.abs(time) <= hostNs
  return (
    ['headlineNs', 'minNs', 'p50Ns', 'p99Ns', 'maxNs', 'emptyNs'].every(name => isTime(fields[name])) &&
    ['samples', 'iterations'].every(name => isCount(fields[name]))
  )
}

type Check = (value: unknown, name: string) => string | null

function check(isRight: (value: unknown) => boolean): Check {
  return (value, name) => (isRight(value) ? null : `says that ${name} is ${shown(value)}`)
}

function nullOr(isRight: (value: unknown) => boolean): Check {
  return check(value => value === null || isRight(value))
}

function optional(isRight: (value: unknown) => boolean): Check {
  return check(value => value === undefined || isRight(value))
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
  if (typeof value === 'object' && value !== null) return 'an object that cannot be right'
  return firstCharacters(JSON.stringify(value) ?? 'missing', EXCERPT_LENGTH)
}

function noReply(what: string): LaunchError {
  return new LaunchError('crashed', `gave no valid reply: its reply ${what}`)
}

function failure({ phase, message, stack }: Failed): LaunchError {
  const firstLine = firstCharacters(message, MESSAGE_LENGTH).split('\n')[0] ?? ''
  const kind = phase === 'unsupported' ? 'unsupported' : 'failed'
  return new LaunchError(kind, failureText(phase, firstLine), firstCharacters(stack, STACK_LENGTH))
}

function failureText(phase: Failed['phase'], message: string): string {
  switch (phase) {
    case 'load':
      return `threw while it was loaded: ${message}`
    case 'setup':
      return `threw in setup: ${message}`
    case 'case':
    case 'run':
      return `threw: ${message}`
    case 'teardown':
      return `threw in teardown: ${message}`
    case 'verify':
      return `failed its check: ${message}`
    case 'unsupported':
      return message
  }
}
