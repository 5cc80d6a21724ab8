import { hash } from 'node:crypto'
import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { ESTIMATOR } from '@steelyard/analysis'
import { cacheFolder, isAlive } from '@steelyard/launcher'
import { orNull } from '@steelyard/launcher/or-null'
import { Journal, UsageError } from '@steelyard/measure'
import { makeFolders } from '@steelyard/record'
import { shellQuoted } from '@steelyard/report'
import { stderr } from '../output/streams.ts'
import { steelyardName } from '../version.ts'
import { ABANDONED } from './early-end.ts'
import { reasonOf } from './reason-of.ts'

/** A journal that no one resumed for that long is removed. */
const KEPT_DAYS = 14

interface Resumption {
  readonly journal: Journal
  /** Comes where the journal ends, if no more is to be measured. */
  readonly ended: AbortSignal
}

/** Null for a run that begins. */
let resumption: Resumption | null = null

/** Has the next run go on with a journal instead of beginning one. */
export function goOnWith(next: Resumption): void {
  resumption = next
}

/** The command that a measurement is of, when it ends, and what it keeps. */
export interface RunContext {
  /** The command line, with what the configuration gave it. */
  readonly command: readonly string[]
  readonly signal: AbortSignal
  /** Where each finished launch is written, or found; null to keep none. */
  readonly journal: Journal | null
}

export interface Journaled {
  readonly code: number
  /** Whether the journal is of no more use. */
  readonly isDone: boolean
}

/**
 * Runs over a journal: a new one, or that of the run that is resumed, with the seed that it began with.
 *
 * @param seed of a run that begins
 * @param work has the signal that also comes where a journal ends from which no more is to be measured
 * @param resumedBy the command line that goes on with it where it was cut short
 * @returns the exit code
 */
export async function overJournal(
  command: readonly string[],
  seed: number,
  signal: AbortSignal,
  work: (seed: number, context: RunContext) => Promise<Journaled>,
  resumedBy: readonly string[] = command,
): Promise<number> {
  const head = journalHead(resumedBy, seed)
  const begin = (folder: string) => Journal.begin(join(folder, nameOf(head.startedAt)), head)
  const journal = resumption === null ? await inFolder(begin) : resumption.journal
  const until = resumption === null ? signal : AbortSignal.any([signal, resumption.ended])
  let isDone = false
  try {
    const ended = await work(journal?.head.seed ?? seed, { command, signal: until, journal })
    isDone = ended.isDone
    return ended.code
  } finally {
    closeJournal(journal, isDone || signal.reason === ABANDONED)
  }
}

/**
 * Returns the journal of a job of a fleet: the one that a killed worker left here, or a new one; null where none can be
 * written, which is said.
 *
 * @param seed of the command, which goes on with it
 */
export function openJobJournal(
  id: string,
  command: readonly string[],
  seed: number,
): Promise<Journal | null> {
  const head = journalHead(command, seed)
  // What another version has measured of the job is measured again.
  const name = `job-${hash('sha256', JSON.stringify([id, command, head.steelyard])).slice(0, 16)}.jsonl`
  return inFolder(folder => {
    const file = join(folder, name)
    return existsSync(file) ? Journal.reopen(file) : Journal.begin(file, head)
  })
}

export function journalHead(command: readonly string[], seed: number): Journal['head'] {
  const startedAt = new Date().toISOString()
  return { startedAt, steelyard: ownSteelyard(), folder: process.cwd(), command, seed }
}

/** Edits do not count: a timeline adds lines to files of the repository while it measures. */
function ownSteelyard(): string {
  return `${steelyardName().replace(/-edited$/, '')} (estimator ${ESTIMATOR})`
}

/** Returns a journal in the folder of journals; null where none can be written, which is said. */
async function inFolder(open: (folder: string) => Journal): Promise<Journal | null> {
  const folder = cacheFolder('journals')
  try {
    await makeFolders(folder)
    removeOld(folder)
    return open(folder)
  } catch (error) {
    stderr.say(`Cannot keep a journal in ${folder}: ${reasonOf(error)}. A run that is killed is lost.\n`)
    return null
  }
}

/** Ends a journal. It stays where its run is not done and can be resumed. */
export function closeJournal(journal: Journal | null, isDone: boolean): void {
  if (journal === null) return
  const { writeError, isOutdated } = journal
  if (isOutdated)
    stderr.say('Nothing was resumed: the suite or a runtime has changed since. All was measured again.\n')
  if (writeError !== null) stderr.say(`The journal is incomplete: ${writeError.message}.\n`)
  journal.close()
  if (isDone || journal.size === 0) rmSync(journal.file, { force: true })
}

/**
 * Opens the journal of the newest run that is not alive, under the name of this process, so that no other resumes it
 * meanwhile, and goes to the folder where the run began. UsageError where there is none, or it cannot go on.
 */
export function takeNewestJournal(endAtNew: (() => void) | null): Journal {
  const folder = cacheFolder('journals')
  const journals = (orNull(() => readdirSync(folder)) ?? []).filter(name => Number.isInteger(pidOf(name)))
  const newest = journals.filter(isDead).toSorted().at(-1)
  if (newest === undefined) throw new UsageError('Cannot resume: no run was cut short on this machine.')
  const file = join(folder, newest.replace(/\d+\.jsonl$/, `${process.pid}.jsonl`))
  renameSync(join(folder, newest), file)
  try {
    const journal = Journal.reopen(file, endAtNew)
    goWhereItBegan(journal)
    return journal
  } catch (error) {
    throw error instanceof UsageError ? withWayOut(error, file) : error
  }
}

/** Closes the journal where it cannot go on here, and throws UsageError. */
function goWhereItBegan(journal: Journal): void {
  const { command, folder, steelyard } = journal.head
  const own = ownSteelyard()
  try {
    if (steelyard !== own) throw new Error(`Steelyard ${steelyard} began it, and this is ${own}`)
    process.chdir(folder)
  } catch (error) {
    journal.close()
    const words = command.map(shellQuoted).join(' ')
    throw new UsageError(`Cannot resume ${words}, begun in ${folder}: ${reasonOf(error)}.`)
  }
}

/** Returns the error with how to resume an earlier run, as long as this one bars it. */
export function withWayOut(error: UsageError, file: string): UsageError {
  if (!existsSync(file)) return error
  return new UsageError(`${error.message}\nTo give this run up and resume an earlier one, remove ${file}.`)
}

function nameOf(startedAt: string): string {
  return `${startedAt.replaceAll(':', '-')}_${process.pid}.jsonl`
}

function pidOf(name: string): number {
  return Number(/_(\d+)\.jsonl$/.exec(name)?.[1])
}

/** A container gives out process ids again: a journal with the id of this process is of one that has ended. */
function isDead(name: string): boolean {
  const pid = pidOf(name)
  return pid === process.pid || !isAlive(pid)
}

function removeOld(folder: string): void {
  const oldestMs = Date.now() - KEPT_DAYS * 24 * 3600 * 1000
  for (const name of readdirSync(folder)) {
    const file = join(folder, name)
    // Another run may have removed or renamed it.
    const { mtimeMs = oldestMs } = statSync(file, { throwIfNoEntry: false }) ?? {}
    if (mtimeMs < oldestMs && isDead(name)) rmSync(file, { force: true })
  }
}
