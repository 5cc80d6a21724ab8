import { statfs } from 'node:fs/promises'
import os from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { announce, type Database, FleetError, type MachineKey, megabytes, take } from '@steelyard/fleet'
import { cacheFolder, isPackaged, machineFacts } from '@steelyard/launcher'
import { UsageError } from '@steelyard/measure'
import { makeFolders } from '@steelyard/record'
import { runners } from '@steelyard/runners'
import { flag, list, parsed, type ValuesOf, withInitial } from '../../options/entry.ts'
import { sizeBytes } from '../../options/numbers.ts'
import { stdout } from '../../output/streams.ts'
import { EXIT } from '../../process/exit-code.ts'
import { alone, guarded } from '../../process/measuring.ts'
import { steelyardName } from '../../version.ts'
import { ALLOWABLE, type Allowed } from '../rerun/untrusted.ts'
import { carryOutJob, type WorkerPolicy } from './carry-out-job.ts'
import type { ReadCommand } from './job-policy.ts'
import { FLEET_OPTIONS, whileAway, withFleet } from './with-fleet.ts'

const POLL_MS = 10_000
const CACHE_BYTES = 4e9

export const WORKER_OPTIONS = {
  ...FLEET_OPTIONS,
  allow: {
    ...list('--allow <what>', { help: 'let jobs name these too; repeatable' }),
    choices: ALLOWABLE,
    initial: [] as readonly Allowed[],
  },
  untilIdle: flag('--until-idle', { help: 'end when no job is left' }),
  cache: withInitial(
    parsed('--cache <size>', sizeBytes, { help: 'space for sent builds on this machine' }),
    CACHE_BYTES,
    '4GB',
  ),
} as const

/**
 * Works for a fleet until it is stopped, or until there is nothing to do: one job at a time, while no other run measures
 * on this machine.
 *
 * @throws UsageError where this machine or this version cannot work for it
 */
export async function work(options: ValuesOf<typeof WORKER_OPTIONS>, read: ReadCommand): Promise<number> {
  const { allow, cache, untilIdle } = options
  return guarded('fleet worker', async signal => {
    const { key, facts } = await identified()
    return withFleet(options, async database => {
      await announce(database, key, { ...facts, allows: allow })
      stdout.say(`Working as ${key.cpuId} ${key.installationId.slice(0, 8)}\n`)
      const policy = { allowed: allow, read, cacheBytes: cache }
      while (!signal.aborted) {
        const found = await whileAway(signal, () => workOnce(database, key, policy, signal))
        if (found === 'idle' && untilIdle) break
        if (found === 'idle') await sleep(POLL_MS, undefined, { signal }).catch(() => {})
      }
      return signal.aborted ? EXIT.interrupted : EXIT.done
    })
  })
}

async function identified() {
  const { cpuId, installationId, cpuModel } = await machineFacts()
  if (!cpuId || installationId === null) {
    const lacks = cpuId ? 'its installation id cannot be kept' : 'it does not say which CPU it has'
    throw new UsageError(
      `Cannot work for a fleet on this machine: ${lacks}. Its records would count for nothing.`,
    )
  }
  const key: MachineKey = { cpuId, installationId }
  return {
    key,
    facts: {
      cpuModel,
      platform: `${process.platform}-${process.arch}`,
      steelyard: steelyardName(),
      runtimes: Object.values(runners)
        .filter(isPackaged)
        .map(({ name }) => name),
    },
  }
}

/** The lock comes first: a job is taken only by who can begin it. */
async function workOnce(
  database: Database,
  key: MachineKey,
  policy: WorkerPolicy,
  signal: AbortSignal,
): Promise<'worked' | 'idle'> {
  // A database that does not answer keeps no other run waiting.
  await database.ask('SELECT')
  await checkSpace()
  return alone(signal, async () => {
    if (signal.aborted) return 'idle'
    const job = await take(database, key)
    if (job === null) return 'idle'
    await carryOutJob(database, job, policy, signal)
    return 'worked'
  })
}

/** A release of a runtime, unpacked, and what a job writes. */
const JOB_BYTES = 128_000_000

/** Throws FleetError where the disk has no space for a job: a worker that took it would fail at it, and at the next. */
async function checkSpace(): Promise<void> {
  for (const folder of [os.tmpdir(), cacheFolder('')]) {
    // Where the free space is unknown, the job itself finds out.
    const facts = await makeFolders(folder)
      .then(() => statfs(folder))
      .catch(() => null)
    const free = facts === null ? JOB_BYTES : facts.bavail * facts.bsize
    if (free >= JOB_BYTES) continue
    throw new FleetError(
      `Cannot take a job: ${folder} has ${megabytes(free, Math.floor)} of space left, and a job needs ${megabytes(JOB_BYTES)}.`,
      { isPassing: true },
    )
  }
}
