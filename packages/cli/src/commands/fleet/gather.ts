import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual, promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import {
  type Database,
  FleetError,
  type FleetResult,
  type RequestState,
  requestStates,
  resultsOf,
} from '@steelyard/fleet'
import { parseWellFormed } from '@steelyard/harness/well-formed'
import { type RunRecord, recordName, validateRecord, writeRecord } from '@steelyard/record'
import { counted } from '@steelyard/text'
import { flag, text, type ValuesOf } from '../../options/entry.ts'
import { RESULTS } from '../../options/table/results.ts'
import { shown } from '../../output/shown-path.ts'
import { stderr } from '../../output/streams.ts'
import { EXIT } from '../../process/exit-code.ts'
import { watchInterruption } from '../../process/interruption.ts'
import { COMBINE_OPTIONS, combine } from '../combine/command.ts'
import { growRequest } from './growth.ts'
import { isOfBuilds } from './sent-names.ts'
import { requestText } from './state-text.ts'
import { FLEET_OPTIONS, withFleet } from './with-fleet.ts'

const unpacked = promisify(gunzip)

/** A record is text of a few megabytes; what unpacks to more is none. */
const MOST_BYTES = 256 * 1024 * 1024

const POLL_MS = 5000

export const GATHER_OPTIONS = {
  ...FLEET_OPTIONS,
  out: text('--out <dir>', { help: 'folder for the records (default: results/local/fleet-<id>)' }),
  wait: flag('--wait', {
    help: 'wait until everything is measured; for a range, until no more machines are added. Machines unseen for a day are left out',
  }),
  ...COMBINE_OPTIONS,
} as const

type GatherOptions = ValuesOf<typeof GATHER_OPTIONS>

/**
 * Fetches the records of a request that are there by now, adds machines where it has a range and needs them, and shows
 * what the records say together.
 *
 * @throws UsageError where there is no such request, or a record cannot be written
 */
export async function gather(id: string, options: GatherOptions): Promise<number> {
  const folder = options.out ?? join(RESULTS, `fleet-${id}`)
  const { signal, dispose } = options.wait ? watchInterruption() : NOT_WAITING
  const files = await withFleet(options, database =>
    gatherUntilSettled(database, { id, folder, ...options }, signal),
  ).finally(dispose)
  if (signal.aborted) return EXIT.interrupted
  if (files.length > 0) stderr.say(`Records: ${shown(folder)}\n`)
  if (files.length < 2) {
    stderr.say(
      `Nothing to combine yet: the fleet has ${counted(files.length, 'record')}, and two are needed.\n`,
    )
    return EXIT.done
  }
  const { threshold, json, markdown, html, evidenceFolder } = options
  return combine({ sources: files, threshold, json, markdown, html, evidenceFolder })
}

const NOT_WAITING = { signal: new AbortController().signal, dispose() {} }

interface Gathering extends Pick<GatherOptions, 'wait'> {
  readonly id: string
  readonly folder: string
}

/** Once; with `wait` until no job is left and no machine was added, although the database may not answer at times. */
async function gatherUntilSettled(
  database: Database,
  { id, folder, wait }: Gathering,
  signal: AbortSignal,
): Promise<readonly string[]> {
  let reported = ''
  const reportOnce = (text: string) => {
    if (text !== reported) stderr.say(`${text}\n`)
    reported = text
  }
  for (;;) {
    const round = gatherOnce(database, id, folder, reportOnce, wait)
    const files = await (wait ? round.catch((error: unknown) => passing(error, reportOnce)) : round)
    if (files !== null) return files
    await sleep(POLL_MS, undefined, { signal }).catch(() => {})
    if (signal.aborted) return []
  }
}

/** Returns the files of the records; null where more is to come, and that is waited for. */
async function gatherOnce(
  database: Database,
  id: string,
  folder: string,
  reportOnce: (text: string) => void,
  wait: boolean,
): Promise<readonly string[] | null> {
  const [state] = await requestStates(database, id)
  if (state === undefined) return []
  reportOnce(requestText(state))
  if (wait && !state.isSettled) return null
  const files = await recordsOf(database, state, folder)
  const isAdded = await growRequest(database, state, files)
  return wait && isAdded ? null : files
}

function passing(error: unknown, reportOnce: (text: string) => void): null {
  if (!(error instanceof FleetError) || !error.isPassing) throw error
  reportOnce(`${error.message} Trying again.`)
  return null
}

/** Writes the records of a request, each with what it is a part of, and returns their files. */
async function recordsOf(database: Database, state: RequestState, folder: string): Promise<string[]> {
  const files: string[] = []
  const fleet = { request: state.id, untilWidth: state.growth?.untilWidth ?? null }
  for await (const result of resultsOf(database, state.id)) {
    const record = await recordIn(result)
    if (typeof record === 'string') {
      stderr.say(`Left out: the record ${result.recordId} of ${result.cpuId}: ${record}\n`)
      continue
    }
    const file = join(folder, recordName(record))
    await writeRecord(file, { ...record, fleet })
    files.push(file)
  }
  return files
}

/** Returns the record, or why it is none: a worker may hand in anything. */
async function recordIn({
  packed,
  recordId,
  command,
  cpuId,
  installationId,
}: FleetResult): Promise<RunRecord | string> {
  let record: RunRecord
  try {
    const text = await unpacked(packed, { maxOutputLength: MOST_BYTES })
    record = validateRecord(parseWellFormed(text.toString('utf8')))
  } catch (error) {
    return `it cannot be read (${(error as Error).message}).`
  }
  const { environment } = record
  const isOfJob = record.id === recordId && isDeepStrictEqual(record.command, command)
  if (!isOfJob) return 'it is of another command.'
  const isOfMachine = environment.cpuId === cpuId && environment.installationId === installationId
  if (!isOfMachine) return 'it is of another machine.'
  return isOfBuilds(record) ? record : 'it is of another build than the job names.'
}
