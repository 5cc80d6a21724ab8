import { charCodeAt, isFiniteNumber, max } from '../intrinsics.ts'
import { firstCharacters } from '../protocol/first-characters.ts'
import type { Command, Phase, Reply } from '../protocol/protocol.ts'
import type { AdoptedSuite, FunctionCase, WindowCase } from '../suite/adopted-suite.ts'
import { isAdopted } from '../suite/describe.ts'
import type { Chosen, Params } from '../suite/params.ts'
import type { AnySuite, Canonical } from '../suite/suite.ts'
import { answerOf, UNVERIFIED } from './adopted-answer.ts'
import { canonicalText, digest } from './canonical.ts'
import { kept } from './keep.ts'
import { newStretches } from './stretches.ts'
import { passWindow, type TimedWindow } from './window.ts'

/** What the commands of one contender share. They write to it: a suite can replace the value of a promise. */
export interface Session {
  readonly suite: AnySuite | AdoptedSuite
  /** Set by `prepare`, the first command that runs a case. */
  prepared: Prepared
  phase: Phase
  /** Calls of the case in batches and lead-ins so far. */
  calls: number
  /** Empty turns that the last batch still needs, see `batches.ts`. */
  lackingTurns: number
}

interface Prepared extends FunctionCase {
  readonly caseId: string
  readonly async: boolean
  /** Takes the place of `run` in a case that has a loop of its own. */
  readonly window: TimedWindow | null
  /** Digest of the output before timing. */
  readonly digest: string
}

/** Gives a command's reply, once. */
export type Respond = (reply: Reply) => void

/** In UTF-16 units. */
const PREVIEW_LENGTH = 80

/**
 * Runs setup, calls the case once and compares its output with the suite's expected output.
 *
 * @throws RangeError for an unknown case, Error for a wrong output, and whatever the suite throws
 */
export async function prepare(
  session: Session,
  { caseId, params, expectedDigest }: Extract<Command, { type: 'prepare' }>,
  reply: Respond,
): Promise<void> {
  const { suite } = session
  if (suite.cases[caseId] === undefined) throw new RangeError(`Cannot prepare: there is no case '${caseId}'.`)
  session.phase = 'setup'
  const made = isAdopted(suite) ? await suite.make(caseId, params) : await madeCase(suite, caseId, params)
  session.phase = 'case'
  if ('window' in made) return prepareWindow(session, caseId, made, reply)
  const { run, state } = made
  const returned = run(state)
  const async = isPromise(returned)
  const value = await returned
  const inPlace = 'inPlace' in made ? (made.inPlace?.(value) ?? null) : null
  if (inPlace !== null) return prepareWindow(session, caseId, inPlace, reply)
  session.phase = 'verify'
  if (isAdopted(suite)) {
    const { text, unverified } = await answerOf(made, value)
    session.prepared = { ...made, caseId, async, window: null, digest: digest(text) }
    const preview = firstCharacters(text, PREVIEW_LENGTH)
    const answer = { digest: digest(text), preview, ...(unverified && { unverified }) }
    const promiseCounted = async && 'awaitsNothing' in made
    return reply({ type: 'prepared', async, ...answer, ...(promiseCounted && { promiseCounted }) })
  }
  const found = await outputText(suite, value, state, caseId)
  const foundDigest = digest(found)
  if (suite.expected && foundDigest !== expectedDigest) {
    const expected = canonicalText(await suite.expected(state, caseId))
    if (found !== expected) throw new Error(`wrong output: ${difference(found, expected)}`)
  }
  session.prepared = { ...made, caseId, async, window: null, digest: foundDigest }
  reply({ type: 'prepared', async, digest: foundDigest, preview: firstCharacters(found, PREVIEW_LENGTH) })
}

/** Runs one iteration of a case that has a loop of its own. */
async function prepareWindow(
  session: Session,
  caseId: string,
  made: WindowCase,
  reply: Respond,
): Promise<void> {
  const units = await passWindow(made, 1)
  const window = { ...made, stretches: newStretches() }
  session.prepared = {
    run: () => undefined,
    state: undefined,
    ...made,
    caseId,
    async: false,
    window,
    digest: digest(UNVERIFIED),
  }
  const none = { digest: session.prepared.digest, preview: '', unverified: 'window' } as const
  const isOwn = made.unitsPerCall === undefined && isFiniteNumber(units) && units !== 1
  const own = isOwn ? { unitsPerIteration: units } : {}
  const whole = made.unitsPerCall === undefined ? {} : ({ wholeCalls: true } as const)
  reply({ type: 'prepared', async: false, window: true, ...none, ...own, ...whole })
}

/** Replies with the digest of the last value that a timed batch kept, once the suite's teardown has ended. */
export async function recheck(session: Session, reply: Respond): Promise<void> {
  session.phase = 'verify'
  const { suite } = session
  const { state, caseId, end, async, window } = session.prepared
  if (!async && window === null && isPromise(kept.value)) {
    throw new Error('it returned a promise, and none in its first call: batches did not wait for it')
  }
  const value = await kept.value
  if (isAdopted(suite)) {
    await end?.(value)
    // The file does not say that every call returns the same.
    return reply({ type: 'rechecked', digest: session.prepared.digest })
  }
  const found = digest(await outputText(suite, value, state, caseId))
  session.phase = 'teardown'
  await suite.teardown?.(state, caseId)
  reply({ type: 'rechecked', digest: found })
}

async function madeCase(suite: AnySuite, caseId: string, params: Chosen<Params>): Promise<FunctionCase> {
  const state = await suite.setup?.(params, caseId)
  return { run: suite.cases[caseId] as FunctionCase['run'], state }
}

async function outputText(suite: AnySuite, value: unknown, state: unknown, caseId: string): Promise<string> {
  return canonicalText(suite.verify ? await suite.verify(value, state, caseId) : (value as Canonical))
}

/** Shows both texts from a little before the first character in which they differ. */
function difference(found: string, expected: string): string {
  let at = 0
  while (at < found.length && charCodeAt(found, at) === charCodeAt(expected, at)) at++
  const from = max(0, at - 20)
  const excerpt = (text: string) =>
    `${from > 0 ? '…' : ''}${firstCharacters(text, at + 40 - from, from)}${text.length > at + 40 ? '…' : ''}`
  return `found ${excerpt(found)}, expected ${excerpt(expected)}`
}

function isPromise(value: unknown): boolean {
  return (
    typeof value === 'object' && value !== null && typeof (value as { then?: unknown }).then === 'function'
  )
}
