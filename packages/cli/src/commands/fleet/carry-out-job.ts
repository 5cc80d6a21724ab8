import { randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import {
  BlobError,
  type Database,
  FleetError,
  fetchBlob,
  type GivenBack,
  giveBack,
  keep,
  type TakenJob,
  TOUCH_SECONDS,
  touch,
} from '@steelyard/fleet'
import { parseTarget, sentBuild } from '@steelyard/launcher'
import { type RunOptions, type SuiteWord, suiteByHash, targetText, UsageError } from '@steelyard/measure'
import { recordText } from '@steelyard/record'
import { stdout } from '../../output/streams.ts'
import { reasonOf } from '../../process/reason-of.ts'
import { closeJournal, openJobJournal, type RunContext } from '../../process/run-journal.ts'
import type { Allowed } from '../rerun/untrusted.ts'
import { run } from '../run/run.ts'
import { allowedOptions, type ReadCommand } from './job-policy.ts'
import { buildName, sentBuildOf, withoutPlaces } from './sent-names.ts'
import { unpackedSuite } from './sent-suite.ts'
import { followedLines } from './timeline-jobs.ts'
import { whileAway } from './with-fleet.ts'

const packed = promisify(gzip)

export interface WorkerPolicy {
  readonly allowed: readonly Allowed[]
  readonly read: ReadCommand
  /** What builds that were sent may take in the cache of this machine. */
  readonly cacheBytes: number
}

/** What is handed in: a record, or lines of a timeline. */
interface Answer {
  readonly id: string
  readonly text: string
}

interface NotDone {
  readonly kind: GivenBack
  readonly reason: string
}

/**
 * Measures what a job asks for, and hands in its answer or gives the job back. The lock of the machine is held meanwhile.
 *
 * @throws FleetError where the fleet cannot be used any more
 */
export async function carryOutJob(
  database: Database,
  job: TakenJob,
  policy: WorkerPolicy,
  signal: AbortSignal,
): Promise<void> {
  stdout.say(`${nameOf(job)}: begun\n`)
  const options = optionsOr(job, policy)
  if ('kind' in options) return notDone(database, job, options, signal)
  const { seed } = 'ranges' in options ? options : options.rules
  const journal = await openJobJournal(job.id, job.command, seed)
  let isDone = false
  try {
    const work = (ending: AbortSignal) =>
      answerOf(database, job, options, policy.cacheBytes, { command: job.command, signal: ending, journal })
    const done = await whileHeld(database, job, work, signal)
    if ('kind' in done) {
      isDone = done.kind !== 'stopped'
      return await notDone(database, job, done, signal)
    }
    const bytes = await packed(done.text)
    const kept = await whileAway(signal, () => keep(database, job, done.id, bytes))
    isDone = kept !== null
    if (kept !== null)
      stdout.say(`${nameOf(job)}: ${kept === 'kept' ? 'kept' : 'not kept, since another worker has it'}\n`)
  } finally {
    closeJournal(journal, isDone)
  }
}

async function notDone(
  database: Database,
  job: TakenJob,
  { kind, reason }: NotDone,
  signal: AbortSignal,
): Promise<void> {
  await whileAway(signal, () => giveBack(database, job, kind, reason))
  stdout.say(`${nameOf(job)}: ${kind}. ${reason}\n`)
}

function nameOf({ request, session, piece }: TakenJob): string {
  return `Job ${request}/${session}.${piece}`
}

/** What the policy does not allow, no further attempt makes allowed. */
function optionsOr({ command }: TakenJob, { allowed, read }: WorkerPolicy): JobOptions | NotDone {
  try {
    return allowedOptions(command, read, allowed)
  } catch (error) {
    if (error instanceof UsageError || error instanceof SyntaxError) {
      return { kind: 'refused', reason: error.message }
    }
    throw error
  }
}

type JobOptions = ReturnType<typeof allowedOptions>

/** Works with signs of life, until the worker is stopped or the job is another's. */
async function whileHeld(
  database: Database,
  job: TakenJob,
  work: (signal: AbortSignal) => Promise<Answer | NotDone>,
  signal: AbortSignal,
): Promise<Answer | NotDone> {
  const lost = new AbortController()
  const touching = setInterval(() => {
    // While the database cannot be reached the job goes on: what it finds is handed in later.
    touch(database, job).then(
      isOurs => isOurs || lost.abort(),
      () => {},
    )
  }, TOUCH_SECONDS * 1000)
  try {
    const found = await work(AbortSignal.any([signal, lost.signal]))
    if (signal.aborted) return { kind: 'stopped', reason: 'The worker was stopped.' }
    if (lost.signal.aborted) return { kind: 'stopped', reason: 'Another worker has the job now.' }
    return found
  } finally {
    clearInterval(touching)
  }
}

async function answerOf(
  database: Database,
  job: TakenJob,
  options: JobOptions,
  cacheBytes: number,
  context: RunContext,
): Promise<Answer | NotDone> {
  try {
    if ('ranges' in options) {
      const lines = await followedLines(context, options)
      if (lines.length === 0) return { kind: 'failed', reason: 'Nothing was measured.' }
      return { id: randomUUID(), text: lines.map(line => JSON.stringify(line)).join('\n') }
    }
    const ready = await withSent(database, job, options, cacheBytes, context.signal)
    const outcome = await run(context, ready)
    if (outcome === null) return { kind: 'failed', reason: 'Nothing was measured.' }
    const { record } = outcome
    if (record.status === 'complete') return { id: record.id, text: recordText(record) }
    return { kind: 'failed', reason: 'It took much longer than planned.' }
  } catch (error) {
    if (error instanceof BlobError) return { kind: 'refused', reason: error.message }
    const isSentence = error instanceof UsageError || error instanceof FleetError
    return { kind: 'failed', reason: withoutPlaces(isSentence ? error.message : reasonOf(error)) }
  }
}

/** Largest bundle; bundles of large packages have a tenth of it. */
const MOST_SUITE_BYTES = 64_000_000

/**
 * Fetches what a job names and was sent, and returns its options with it. Builds are kept in the cache; whatever is fetched or kept
 * is hashed before it is run.
 *
 * @param cacheBytes that all builds of the cache may take
 * @throws BlobError where what is there is not what the job names; FleetError where it cannot be fetched now
 */
async function withSent(
  database: Database,
  job: TakenJob,
  options: RunOptions,
  cacheBytes: number,
  signal: AbortSignal,
): Promise<RunOptions> {
  const fetched = (sha256: string, name: string, mostBytes: number) =>
    fetchBlob(database, job, { sha256, name, mostBytes }, signal)
  const { selection } = options
  const suites: SuiteWord[] = []
  for (const word of selection.suites) {
    const sent = suiteByHash(word)
    if (sent === null) suites.push(word)
    else {
      const name = `the suite ${sent.sha256.slice(0, 8)}`
      const bytes = await buffer(fetched(sent.sha256, name, MOST_SUITE_BYTES))
      const suite = unpackedSuite(bytes, sent.caseId)
      if (suite === null)
        throw new BlobError(`Cannot run ${name}: it is no suite that was bundled to be sent.`)
      suites.push(suite)
    }
  }
  const specs = selection.runtimes.map(text => parseTarget(text))
  const needed = specs.flatMap(spec => sentBuildOf(spec) ?? [])
  const runtimes: string[] = []
  for (const spec of specs) {
    const sha256 = sentBuildOf(spec)
    if (sha256 === null) runtimes.push(spec.text)
    else {
      const name = buildName(spec)
      const fetching = () => fetched(sha256, name, cacheBytes)
      const path = await sentBuild({ sha256, name: spec.runtime }, fetching, cacheBytes, needed)
      if (path === null) {
        throw new BlobError(
          `Cannot run ${name}: its copy on this machine was changed. The copy was removed, and not run. Send the request again.`,
        )
      }
      runtimes.push(targetText({ ...spec, path }))
    }
  }
  return { ...options, selection: { ...selection, suites, runtimes } }
}
