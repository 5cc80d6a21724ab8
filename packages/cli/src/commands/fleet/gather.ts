import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual, promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import {
  type Database,
  type FleetResult,
  type RequestState,
  requestStates,
  resultsOf,
} from '@steelyard/fleet'
import { parseWellFormed } from '@steelyard/harness/well-formed'
import { UsageError } from '@steelyard/measure'
import { type RunRecord, recordName, type TimelineLine, validateRecord, writeRecord } from '@steelyard/record'
import { flag, text, type ValuesOf } from '../../options/entry.ts'
import { RESULTS } from '../../options/table/results.ts'
import { shown } from '../../output/shown-path.ts'
import { stderr } from '../../output/streams.ts'
import { writing } from '../../output/write-for.ts'
import { peopleOf } from '../../output/write-results.ts'
import { EXIT } from '../../process/exit-code.ts'
import { untilInterrupted } from '../../process/measuring.ts'
import { COMBINE_OPTIONS, combine } from '../combine/command.ts'
import { showTimelines, TIMELINES } from '../timeline/command.ts'
import { growRequest } from './growth.ts'
import type { ReadCommand } from './job-policy.ts'
import { isOfBuilds } from './sent-names.ts'
import { requestText } from './state-text.ts'
import { joinLines, linesIn } from './timeline-jobs.ts'
import { FLEET_OPTIONS, onceInARow, whileAway, withFleet } from './with-fleet.ts'

const unpacked = promisify(gunzip)

/** A record is text of a few megabytes; what unpacks to more is none. */
const MOST_BYTES = 256 * 1024 * 1024

const POLL_MS = 5000

export const GATHER_OPTIONS = {
  ...FLEET_OPTIONS,
  out: text('--out <dir>', {
    help: `folder for the records (default: ${RESULTS}/fleet-<id>), or for lines of a timeline (${TIMELINES})`,
  }),
  wait: flag('--wait', {
    help: 'wait until everything is measured; for a range, until no more machines are added. Machines unseen for a day are left out',
  }),
  ...COMBINE_OPTIONS,
} as const

type GatherOptions = ValuesOf<typeof GATHER_OPTIONS>

/**
 * Fetches the records of a request that are there by now, adds machines where it has a range and needs them, and shows
 * what the records say together; of a timeline, its lines.
 *
 * @throws UsageError where there is no such request, or a record cannot be written
 */
export async function gather(id: string, options: GatherOptions, read: ReadCommand): Promise<number> {
  const gathering = { id, read, ...options }
  const files = await withFleet(options, database =>
    options.wait
      ? untilInterrupted(signal => gatherUntilSettled(database, gathering, signal))
      : gatherOnce(database, gathering, onceInARow()),
  )
  if (files === null) return EXIT.interrupted
  const { json, markdown, html, evidenceFolder } = options
  if (files[0]?.endsWith('.jsonl')) {
    const isShown = await showTimelines({ out: options.out ?? TIMELINES, html }, peopleOf(html))
    return isShown ? EXIT.done : EXIT.usage
  }
  const isWanted = [json, markdown, html, evidenceFolder].some(place => place !== null)
  if (files[0] === undefined) {
    stderr.say('Nothing to gather yet: the fleet has no result that can be used.\n')
    return isWanted ? EXIT.failed : EXIT.done
  }
  stderr.say(`Records: ${shown(dirname(files[0]))}\n`)
  if (files.length < 2) {
    stderr.say('Nothing to combine yet: the fleet has 1 record, and two are needed.\n')
    return isWanted ? EXIT.failed : EXIT.done
  }
  return combine({ ...options, sources: files })
}

/** Throws UsageError for options that only records have. */
function checkOfTimeline({ threshold, json, markdown, evidenceFolder }: GatherOptions): void {
  if (threshold !== null)
    throw new UsageError('Cannot judge a timeline by a threshold: its rule is fixed. Leave --threshold out.')
  if (json !== null || markdown !== null || evidenceFolder !== null)
    throw new UsageError('Cannot write this of a timeline: --html writes it, with CSV and JSON.')
}

interface Gathering extends GatherOptions {
  readonly id: string
  readonly read: ReadCommand
}

/**
 * Gathers until no job is left and no machine was added, although the database may not answer at times; null when the signal
 * came.
 */
async function gatherUntilSettled(
  database: Database,
  gathering: Gathering,
  signal: AbortSignal,
): Promise<readonly string[] | null> {
  const reportOnce = onceInARow()
  while (!signal.aborted) {
    const files = await whileAway(signal, () => gatherOnce(database, gathering, reportOnce), reportOnce)
    if (files !== null) return signal.aborted ? null : files
    await sleep(POLL_MS, undefined, { signal }).catch(() => {})
  }
  return null
}

/** Returns the files of what is there; null where more is to come, and that is waited for. */
async function gatherOnce(
  database: Database,
  gathering: Gathering,
  reportOnce: (text: string) => void,
): Promise<readonly string[] | null> {
  const { id, wait } = gathering
  const [state] = await requestStates(database, id)
  if (state === undefined) return []
  reportOnce(requestText(state))
  if (state.asked[0] === 'timeline') checkOfTimeline(gathering)
  if (wait && !state.isSettled) return null
  const files = await filesOf(database, state, gathering)
  const isAdded = await growRequest(database, state, files)
  return wait && isAdded ? null : files
}

/** Writes the records of a request, each with what it is a part of, or joins its lines, and returns the files. */
async function filesOf(database: Database, state: RequestState, gathering: Gathering): Promise<string[]> {
  const { read, out } = gathering
  const files: string[] = []
  const fleet = { request: state.id, untilWidth: state.growth?.untilWidth ?? null }
  for await (const result of resultsOf(database, state.id)) {
    const found = await answerIn(result)
    if (typeof found === 'string') {
      stderr.say(`Left out: the result ${result.recordId} of ${result.cpuId}: ${found}\n`)
    } else if (Array.isArray(found)) {
      checkOfTimeline(gathering)
      files.push(await joinLines(found, read(result.command), out ?? TIMELINES))
    } else {
      const file = join(out ?? join(RESULTS, `fleet-${state.id}`), recordName(found))
      await writing('--out', file, () => writeRecord(file, { ...found, fleet }))
      files.push(file)
    }
  }
  return files
}

/** Returns the record or the lines, or why these are none: a worker may hand in anything. */
async function answerIn({
  packed,
  recordId,
  command,
  cpuId,
  installationId,
}: FleetResult): Promise<RunRecord | TimelineLine[] | string> {
  let answer: RunRecord | TimelineLine[]
  try {
    const text = (await unpacked(packed, { maxOutputLength: MOST_BYTES })).toString('utf8')
    answer = command[0] === 'timeline' ? linesIn(text) : validateRecord(parseWellFormed(text))
  } catch (error) {
    return `it cannot be read (${(error as Error).message}).`
  }
  const elsewhere = 'it is of another machine.'
  if (Array.isArray(answer)) return answer.every(line => line.cpuId === cpuId) ? answer : elsewhere
  const { environment } = answer
  const isOfJob = answer.id === recordId && isDeepStrictEqual(answer.command, command)
  if (!isOfJob) return 'it is of another command.'
  const isOfMachine = environment.cpuId === cpuId && environment.installationId === installationId
  if (!isOfMachine) return elsewhere
  return isOfBuilds(answer) ? answer : 'it is of another build than the job names.'
}
