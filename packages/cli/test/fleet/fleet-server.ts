import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import {
  type Database,
  type FleetRequest,
  initFleet,
  type MachineFacts,
  type MachineKey,
  type RequestState,
  requestStates,
  type TakenJob,
  take,
  withDatabase,
} from '@steelyard/fleet'
import { postgresHere, startPostgres, type TestServer } from '@steelyard/fleet/fixtures/postgres'
import { FleetHome } from './fleet-home.ts'

const native = postgresHere()
export const skip: string | false = native === null && 'there is no Postgres for this platform'
export const home: FleetHome = new FleetHome()
let started: TestServer | undefined

/** The one server of all tests of a fleet. */
export function server(): TestServer {
  if (started === undefined) throw new Error('Postgres has been started')
  return started
}

before(async () => {
  if (native === null) return
  started = await startPostgres(native)
  await createDatabase(FLEET)
  await asOwner(FLEET, async ({ ask }) => {
    await initFleet({ ask })
    await ask('CREATE ROLE submits LOGIN IN ROLE steelyard_submitter')
    await ask('CREATE ROLE works LOGIN IN ROLE steelyard_worker')
    await ask('CREATE ROLE stranger LOGIN')
  })
})
after(async () => {
  await home.remove()
  await started?.stop()
})

/** A database with a fleet, of which those of the tests are copies. */
const FLEET = 'fleet'
let databases = 0

function asOwner<Result>(name: string, use: (database: Database) => Promise<Result>): Promise<Result> {
  return withDatabase(server().address(name), use)
}

export interface Fleet {
  readonly name: string
  readonly submitter: Database
  readonly worker: Database
  readonly owner: Database
}

function createDatabase(name: string, template = 'template1'): Promise<unknown> {
  return asOwner('postgres', ({ ask }) => ask(`CREATE DATABASE ${name} TEMPLATE ${template}`))
}

/** Returns the name of an empty database, or of a copy of another one. */
export async function newDatabase(template?: string): Promise<string> {
  const name = `fleet${++databases}`
  await createDatabase(name, template)
  return name
}

/** A fleet of its own for a test: the roles are those of all. */
export async function withNewFleet(use: (fleet: Fleet) => Promise<void>): Promise<void> {
  const name = await newDatabase(FLEET)
  await asOwner(name, owner =>
    withDatabase(server().address(name, 'submits'), submitter =>
      withDatabase(server().address(name, 'works'), worker => use({ name, submitter, worker, owner })),
    ),
  )
}

export const FACTS: MachineFacts = {
  cpuModel: 'AMD EPYC',
  platform: 'linux-x64',
  steelyard: '0.1.0+abc',
  runtimes: ['node', 'bun'],
  allows: [],
}
export const REQUEST: FleetRequest = {
  asked: ['compare', 'json-reviver', '--base', 'node', '--head', 'bun'],
  conditions: [],
  steelyard: '0.1.0+abc',
  runtimes: ['node', 'bun'],
  needs: [],
  blobs: [],
  commands: [['compare', 'json-reviver']],
  seed: 0,
  sessions: 1,
  apartSeconds: 0,
  machines: 1,
  growth: null,
}

export function machine(cpuId: string, number: number): MachineKey {
  return { cpuId, installationId: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}` }
}

export const ZEN5: MachineKey = machine('zen5-26.2-ff4994', 1)
export const ZEN4: MachineKey = machine('zen4-25.17-aaaaaa', 2)
/** As if the worker of every job had been silent for a minute. */
export const GONE: string = `UPDATE steelyard.task SET touched_at = now() - interval '61 seconds' WHERE state = 'running'`

export async function taken(database: Database, key: MachineKey): Promise<TakenJob> {
  const job = await take(database, key)
  assert.ok(job !== null, 'there is a job')
  return job
}

export async function jobsOf({ submitter }: Fleet): Promise<RequestState['jobs'] | undefined> {
  const [state] = await requestStates(submitter, null)
  return state?.jobs
}

export function results({ owner }: Fleet): Promise<{ record_id: string }[]> {
  return owner.ask('SELECT record_id FROM steelyard.task WHERE record_id IS NOT NULL')
}

/** The quickest thing that a worker can measure, once it allows expressions. */
export const FAST: readonly string[] = [
  ...['-e', 'x + 1', '--setup', 'let x = 2', '--runtime', 'node', '--time', '1'],
]

/** Returns files with the address of a database, for each of its users. */
export function addressFiles(name: string, users: readonly string[]): string[] {
  return users.map(user => home.addressFile(server().address(name, user)))
}
