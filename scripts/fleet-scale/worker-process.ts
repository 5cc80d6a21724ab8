// Some workers of a fleet in one process, with a connection each. They do what a worker does, and measure nothing.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  announce,
  type Database,
  keep,
  type TakenJob,
  take,
  touch,
  withDatabase,
} from '../../packages/fleet/src/index.ts'
import { cpuIdOf, installationOf, recordMaker } from './made-up.ts'

/** What a process is told to do. */
export interface Task {
  readonly address: string
  /** Numbers of its machines. */
  readonly machines: readonly number[]
  readonly packedBytes: number
  /** How long a worker that found nothing waits. */
  readonly pollMs: number
  /** How often a worker gives a sign of life in a job. */
  readonly touches: number
}

/** What became of a job. */
export interface Done {
  readonly job: string
  readonly record: string
  /** When it was taken, by the clock of all (ms since 1970). */
  readonly takenAt: number
  readonly takeMs: number
  readonly keepMs: number
  readonly packedBytes: number
}

export interface Report {
  readonly done: readonly Done[]
  readonly idleMs: readonly number[]
  /** CPU time of the process since all were connected. */
  readonly cpuMs: number
}

/** One in so many records is handed in twice. */
const TWICE = 10

export const VERSION = '0.1.0'

process.once('message', (task: Task) => void work(task))

async function work({ address, machines, packedBytes, pollMs, touches }: Task): Promise<void> {
  const make = recordMaker(packedBytes)
  const done: Done[] = []
  const idleMs: number[] = []
  const ending = new AbortController()
  const begun = Promise.withResolvers<void>()
  process.on('message', message => {
    if (message === 'begin') {
      usageAtBegin = process.cpuUsage()
      begun.resolve()
    }
    if (message === 'end') ending.abort()
  })
  const pause = (ms: number) => sleep(ms, undefined, { signal: ending.signal }).catch(() => {})
  let connected = 0
  let usageAtBegin = process.cpuUsage()
  await Promise.all(
    machines.map(machine =>
      withDatabase(address, async database => {
        const key = { cpuId: cpuIdOf(machine), installationId: installationOf(machine) }
        const facts = { cpuModel: 'made up', platform: 'linux-x64', steelyard: VERSION }
        await announce(database, key, { ...facts, runtimes: ['node'], allows: [] })
        connected++
        if (connected === machines.length) process.send?.('connected')
        await begun.promise
        // Workers of a fleet were not started in one moment.
        await pause(pollMs * Math.random())
        while (!ending.signal.aborted) {
          // As a worker does before it waits for the lock of its machine.
          await database.ask('SELECT')
          const before = performance.now()
          const job = await take(database, key)
          const takeMs = performance.now() - before
          if (job === null) {
            idleMs.push(takeMs)
            await pause(pollMs)
          } else {
            done.push(await handIn(database, { job, machine, takeMs }))
          }
        }
      }),
    ),
  )
  const { user, system } = process.cpuUsage(usageAtBegin)
  await new Promise(resolve =>
    process.send?.({ done, idleMs, cpuMs: (user + system) / 1e3 } satisfies Report, resolve),
  )
  process.disconnect?.()

  async function handIn(
    database: Database,
    { job, machine, takeMs }: { job: TakenJob; machine: number; takeMs: number },
  ): Promise<Done> {
    const takenAt = Date.now()
    for (let count = 0; count < touches; count++) {
      if (!(await touch(database, job))) throw new Error(`the job ${job.id} went to somebody else`)
    }
    const record = randomUUID()
    const { session, command } = job
    const packed = make({ machine, session, id: record, command })
    const before = performance.now()
    const kept = await keep(database, job, record, packed)
    const keepMs = performance.now() - before
    if (done.length % TWICE === 0) await keep(database, job, record, packed)
    if (kept !== 'kept') throw new Error(`the record of the job ${job.id} is ${kept}`)
    return { job: job.id, record, takenAt, takeMs, keepMs, packedBytes: packed.length }
  }
}
