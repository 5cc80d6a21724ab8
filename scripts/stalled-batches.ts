// Keeps the batches around the longest stall of a record, for the picture in docs/trust.md:
// node scripts/stalled-batches.ts <record> <file>
import { writeFile } from 'node:fs/promises'
import { readRecord } from '../packages/record/src/index.ts'
import type { StalledBatches } from './pictures/stall-svg.ts'

const [source, file] = process.argv.slice(2)
if (source === undefined || file === undefined) throw new Error('give a record and a file')

const record = await readRecord(source)
const launches = record.results.flatMap(result =>
  result.launches.flatMap(launch => {
    const claimedNs = launch.stalls?.claimedNs?.map(ns => ns ?? 0)
    return claimedNs ? [{ result, launch, claimedNs, longestNs: Math.max(...claimedNs) }] : []
  }),
)
const [found] = launches.toSorted((a, b) => b.longestNs - a.longestNs)
if (found === undefined || found.longestNs === 0) throw new Error('no stall in this record')

const { result, launch, claimedNs } = found
const kept: StalledBatches = {
  ...{
    startedAt: record.startedAt,
    commit: record.steelyard.commit,
    command: withoutPaths(record.command),
    seed: record.seed,
  },
  ...{ cpuId: record.environment.cpuId, kernel: record.environment.kernel, meter: launch.stalls?.meter },
  about: `${result.case} on ${result.target}: all ${claimedNs.length} batches of one launch, of ${launch.iterationsPerBatch} calls each.`,
  timedNs: launch.wallNs.map(ns => Math.round(ns * launch.iterationsPerBatch)),
  claimedNs: claimedNs.map(Math.round),
}
await writeFile(file, `${JSON.stringify(kept)}\n`)

/** Folders of a machine say nothing of how it was measured. */
function withoutPaths(command: readonly string[]): string[] {
  return command.filter((word, index) => !word.startsWith('/') && !command[index + 1]?.startsWith('/'))
}
