import { join } from 'node:path'
import { isDeepStrictEqual, promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { type FleetResult, requestStates, resultsOf } from '@steelyard/fleet'
import { parseWellFormed } from '@steelyard/harness/well-formed'
import { type RunRecord, recordName, validateRecord, writeRecord } from '@steelyard/record'
import { counted } from '@steelyard/text'
import { RESULTS } from '../../options/options.ts'
import { shown } from '../../output/shown-path.ts'
import { stderr } from '../../output/streams.ts'
import { EXIT } from '../../process/exit-code.ts'
import { type CombineOptions, combine } from '../combine/command.ts'
import { requestText } from './state-text.ts'
import { type FleetOptions, withFleet } from './with-fleet.ts'

const unpacked = promisify(gunzip)

/** A record is text of a few megabytes; what unpacks to more is none. */
const MOST_BYTES = 256 * 1024 * 1024

export interface GatherOptions extends FleetOptions, Omit<CombineOptions, 'sources'> {
  /** Folder for the records; null for one named after the request. */
  readonly out: string | null
}

/**
 * Fetches the records of a request that are there by now, and shows what they say together.
 *
 * @throws UsageError where there is no such request, or a record cannot be written
 */
export async function gather(id: string, options: GatherOptions): Promise<number> {
  const folder = options.out ?? join(RESULTS, `fleet-${id}`)
  const files = await withFleet(options, async database => {
    const [state] = await requestStates(database, id)
    if (state !== undefined) stderr.say(`${requestText(state)}\n`)
    const written: string[] = []
    for await (const result of resultsOf(database, id)) {
      const record = await recordIn(result)
      if (typeof record === 'string') {
        stderr.say(`Left out: the record ${result.recordId} of ${result.cpuId}: ${record}\n`)
        continue
      }
      const file = join(folder, recordName(record))
      await writeRecord(file, record)
      written.push(file)
    }
    return written
  })
  if (files.length > 0) stderr.say(`Records: ${shown(folder)}\n`)
  if (files.length < 2) {
    stderr.say(
      `Nothing to combine yet: the fleet has ${counted(files.length, 'record')}, and two are needed.\n`,
    )
    return EXIT.done
  }
  const { threshold, json, markdown, html, evidence } = options
  return combine({ sources: files, threshold, json, markdown, html, evidence })
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

/** Whether each build in it that is no release is one that the job names by its hash. */
function isOfBuilds({ command, targets }: RunRecord): boolean {
  const named = command.join(' ')
  return targets.every(({ binary }) => binary.source === 'npm' || named.includes(`sha256:${binary.sha256}`))
}
