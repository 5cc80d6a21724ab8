import { BlobError, type Database, fetchBlob, type TakenJob } from '@steelyard/fleet'
import { parseTarget, sentBuild } from '@steelyard/launcher'
import { type RunOptions, type SuiteWord, suiteByHash, targetText } from '@steelyard/measure'
import { buildName, sentBuildOf } from './sent-names.ts'
import { unpackedSuite } from './sent-suite.ts'

/** Largest bundle; bundles of large packages have a tenth of it. */
const MOST_SUITE_BYTES = 64_000_000

/**
 * Fetches what a job names and was sent, and returns its options with it. Builds are kept in the cache; whatever is fetched or kept
 * is hashed before it is run.
 *
 * @param cacheBytes that all builds of the cache may take
 * @throws BlobError where what is there is not what the job names; FleetError where it cannot be fetched now
 */
export async function withSent(
  database: Database,
  job: TakenJob,
  options: RunOptions,
  cacheBytes: number,
  signal: AbortSignal,
): Promise<RunOptions> {
  const parts = (sha256: string, most: number) => untilAborted(fetchBlob(database, job, sha256, most), signal)
  const suites: SuiteWord[] = []
  for (const word of options.selection.suites) {
    const sent = suiteByHash(word)
    suites.push(sent === null ? word : await suiteOf(sent, parts(sent.sha256, MOST_SUITE_BYTES)))
  }
  const runtimes: string[] = []
  const needed = options.selection.runtimes.flatMap(text => sentBuildOf(parseTarget(text)) ?? [])
  for (const text of options.selection.runtimes) {
    const spec = parseTarget(text)
    const sha256 = sentBuildOf(spec)
    if (sha256 === null) {
      runtimes.push(text)
      continue
    }
    const fetching = () => parts(sha256, cacheBytes)
    const path = await named(buildName(spec), () =>
      sentBuild({ sha256, name: spec.runtime }, fetching, cacheBytes, needed),
    )
    if (path === null) {
      throw new BlobError(
        `Cannot run ${buildName(spec)}: its copy on this machine was changed. The copy was removed, and not run. Send the request again.`,
      )
    }
    runtimes.push(targetText({ ...spec, path }))
  }
  return { ...options, selection: { ...options.selection, suites, runtimes } }
}

async function suiteOf(
  { sha256, caseId }: NonNullable<ReturnType<typeof suiteByHash>>,
  parts: AsyncIterable<Uint8Array>,
): Promise<SuiteWord> {
  const name = `the suite ${sha256.slice(0, 8)}`
  const bytes = await named(name, () => whole(parts))
  const suite = unpackedSuite(bytes, caseId)
  if (suite === null) throw new BlobError(`Cannot run ${name}: it is no suite that was bundled to be sent.`)
  return suite
}

async function whole(parts: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const all: Uint8Array[] = []
  for await (const part of parts) all.push(part)
  return Buffer.concat(all)
}

/** What is wrong with a file says which. */
async function named<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof BlobError)
      throw new BlobError(`Cannot run ${name}: ${error.message}`, { cause: error })
    throw error
  }
}

async function* untilAborted<Part>(parts: AsyncIterable<Part>, signal: AbortSignal): AsyncGenerator<Part> {
  for await (const part of parts) {
    signal.throwIfAborted()
    yield part
  }
}
