import { buffer } from 'node:stream/consumers'
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
