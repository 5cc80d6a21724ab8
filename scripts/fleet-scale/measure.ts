import type { ChildProcess } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Database, requestStates, withDatabase } from '../../packages/fleet/src/index.ts'
import { quantile } from '../../packages/stats/src/index.ts'
import type { Cell } from './cells.ts'
import { submitBurst, submitLoad, submitTruth, writeHistory } from './fleet.ts'
import { countersOf, type Functions, functionsOf, type ScaleServer } from './server.ts'
import { checkGathered, checkOnce, isTruthThere } from './truth.ts'
import { endWorkers, startWorkers } from './workers.ts'

/** Milliseconds. */
export interface Spread {
  readonly n: number
  readonly p50: number
  readonly p95: number
  readonly p99: number
}

/** What was measured of a cell, in which nothing was lost and nothing counted twice. */
export interface Measured extends Cell {
  /** From the first question to the last answer. */
  readonly wallSeconds: number
  readonly jobs: number
  readonly jobsASecond: number
  readonly recordBytes: number
  /** To put a job into the queue (ms); null where none waited. */
  readonly submitMsAJob: number | null
  /** From when a worker was free and there was a job to when it had it (ms). */
  readonly lag: Spread
  readonly keep: Spread
  /** CPU time of Postgres for a job, with everything that was asked meanwhile (ms). */
  readonly cpuMsAJob: number
  /** For a question that found nothing (ms); null where workers had enough to do. */
  readonly cpuMsAnIdle: number | null
  /** How many cores Postgres and the workers kept busy. */
  readonly serverCores: number
  readonly workerCores: number
  readonly bytesAJob: number
  /** Of the write-ahead log. */
  readonly logBytesAJob: number
  readonly databaseBytes: number
  readonly functions: Functions
  /** To show how far all requests are (ms). */
  readonly statusMs: number
}

const TRUTH_POLL_MS = 250

interface Run {
  readonly cell: Cell
  readonly server: ScaleServer
  readonly name: string
  readonly workers: readonly ChildProcess[]
}

/**
 * Measures a cell in a database of its own.
 *
 * @throws Error where a job was lost or counted twice, or where what was gathered is not what is true
 */
export async function measure(server: ScaleServer, cell: Cell): Promise<Measured> {
  const name = await server.newFleet()
  const asSubmitter = <Result>(use: (database: Database) => Promise<Result>) =>
    withDatabase(server.address(name, 'submits'), use)
  let workers: readonly ChildProcess[] = []
  try {
    await writeHistory(server, name, cell.finished)
    const { truth, submitMsAJob } = await asSubmitter(async database => {
      const ids = await submitTruth(database)
      if (cell.waiting === 0) return { truth: ids, submitMsAJob: null }
      const began = performance.now()
      const jobs = await submitLoad(database, cell)
      return { truth: ids, submitMsAJob: (performance.now() - began) / jobs }
    })
    await server.asOwner(name, async ({ ask }) => {
      for (const text of cell.before) await ask(text)
      // What other cells left to write is not this one's.
      await ask('CHECKPOINT')
    })
    workers = await startWorkers(server.address(name, 'works'), cell)
    const { done, lagMs, ...found } = await runOf({ cell, server, name, workers })
    await checkOnce(server, name, done)
    await asSubmitter(database => checkGathered(database, truth))
    const began = performance.now()
    await asSubmitter(database => requestStates(database, null))
    return {
      ...cell,
      ...found,
      submitMsAJob,
      lag: spreadOf(lagMs),
      keep: spreadOf(done.map(({ keepMs }) => keepMs)),
      functions: await functionsOf(server, name),
      statusMs: performance.now() - began,
    }
  } finally {
    for (const worker of workers) worker.kill('SIGKILL')
    await server.dropFleet(name)
  }
}

async function runOf(run: Run) {
  const { server, name, workers } = run
  const before = await countersOf(server, name)
  for (const worker of workers) worker.send('begin')
  const burst = run.cell.kind === 'burst' ? await burstOf(run) : null
  if (burst === null) await sleep(run.cell.seconds * 1e3)
  while (!(await isTruthThere(server, name))) await sleep(TRUTH_POLL_MS)
  const reports = await endWorkers(workers)
  const after = await countersOf(server, name)
  const done = reports.flatMap(report => report.done)
  const jobs = done.length
  const wallSeconds = (after.atMs - before.atMs) / 1e3
  const workerMs = reports.reduce((sum, { cpuMs }) => sum + cpuMs, 0)
  const lagMs =
    burst === null
      ? done.map(({ takeMs }) => takeMs)
      : done.flatMap(({ takenAt }) => (takenAt > burst.submittedAt ? [takenAt - burst.submittedAt] : []))
  return {
    done,
    lagMs,
    wallSeconds,
    jobs,
    jobsASecond: jobs / wallSeconds,
    recordBytes: done[0]?.packedBytes ?? 0,
    cpuMsAJob: (after.cpuMs - before.cpuMs) / jobs,
    cpuMsAnIdle: burst?.cpuMsAnIdle ?? null,
    serverCores: (after.cpuMs - before.cpuMs) / wallSeconds / 1e3,
    workerCores: workerMs / wallSeconds / 1e3,
    bytesAJob: (after.databaseBytes - before.databaseBytes) / jobs,
    logBytesAJob: (after.logBytes - before.logBytes) / jobs,
    databaseBytes: after.databaseBytes,
  }
}

/** Workers that wait, and then a request with a job for each of them. */
async function burstOf({ server, name, cell }: Run) {
  const { connections, pollMs, seconds } = cell
  // By then all have asked, and the records of the truth are there.
  await sleep(pollMs + 1000)
  const before = await countersOf(server, name)
  await sleep(seconds * 1e3)
  const after = await countersOf(server, name)
  const idles = (connections * (after.atMs - before.atMs)) / pollMs
  const submittedAt = await withDatabase(server.address(name, 'submits'), async database => {
    await submitBurst(database, connections)
    return Date.now()
  })
  await sleep(pollMs + 2000)
  return { submittedAt, cpuMsAnIdle: (after.cpuMs - before.cpuMs) / idles }
}

function spreadOf(values: readonly number[]): Spread {
  const [p50 = 0, p95 = 0, p99 = 0] = [0.5, 0.95, 0.99].map(share => quantile(values, share))
  return { n: values.length, p50, p95, p99 }
}
