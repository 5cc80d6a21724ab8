import { readdirSync, readFileSync } from 'node:fs'
import { postgresHere, startPostgres } from '../../packages/fleet/src/fixtures/postgres.ts'
import { type Database, initFleet, withDatabase } from '../../packages/fleet/src/index.ts'

/** Ticks of /proc a second, on all platforms with a /proc. */
const TICKS = 100

/** What a server does by itself is what that of a fleet would do: it writes to the disk before it answers. */
const SETTINGS = ['fsync=on', 'shared_buffers=128MB', 'track_functions=pl']

export interface ScaleServer {
  readonly version: string
  /** Of a superuser, or of a role. */
  address(database: string, user?: string): string
  /** Makes an empty fleet, and returns the name of its database. */
  newFleet(): Promise<string>
  dropFleet(name: string): Promise<void>
  asOwner<Result>(name: string, use: (database: Database) => Promise<Result>): Promise<Result>
  /** CPU time of all processes of the server since it began. */
  cpuMs(): number
  stop(): Promise<void>
}

/** @param connections of workers, at most */
export async function startScaleServer(connections: number): Promise<ScaleServer> {
  const native = postgresHere()
  if (native === null) throw new Error('there is no Postgres here')
  const server = await startPostgres(native, connections + 20, SETTINGS)
  const asOwner: ScaleServer['asOwner'] = (name, use) => withDatabase(server.address(name), use)
  let fleets = 0
  const { version, pid } = await asOwner('postgres', async database => {
    await initFleet(database)
    await database.ask('CREATE ROLE submits LOGIN IN ROLE steelyard_submitter')
    await database.ask('CREATE ROLE works LOGIN IN ROLE steelyard_worker')
    const [row] = await database.ask<{ version: string; file: string }>(
      `SELECT current_setting('server_version') AS version, pg_read_file('postmaster.pid') AS file`,
    )
    return { version: row?.version ?? '', pid: Number.parseInt(row?.file ?? '', 10) }
  })
  return {
    version,
    address: server.address,
    asOwner,
    cpuMs: () => cpuMsOf(pid),
    stop: () => server.stop(),
    async newFleet() {
      const name = `fleet${++fleets}`
      await asOwner('postgres', ({ ask }) => ask(`CREATE DATABASE ${name}`))
      await asOwner(name, initFleet)
      return name
    },
    async dropFleet(name) {
      await asOwner('postgres', ({ ask }) => ask(`DROP DATABASE ${name}`))
    },
  }
}

/** Of a process, of its children, and of those that have ended. */
function cpuMsOf(parent: number): number {
  const children = readdirSync('/proc').flatMap(name => {
    const stat = /^\d+$/.test(name) ? statOf(name) : null
    return stat?.parent === parent ? [stat.ownTicks] : []
  })
  const stat = statOf(String(parent))
  const ticks = children.reduce((sum, own) => sum + own, (stat?.ownTicks ?? 0) + (stat?.endedTicks ?? 0))
  return (ticks / TICKS) * 1e3
}

function statOf(pid: string) {
  try {
    // The name of the program, in brackets, may have spaces.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ').map(Number) ?? []
    const [, parent = 0] = fields
    const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11)
    return { parent, ownTicks: user + system, endedTicks: endedUser + endedSystem }
  } catch {
    return null
  }
}

/** What a server has used up so far. */
export interface Counters {
  readonly atMs: number
  readonly cpuMs: number
  readonly databaseBytes: number
  readonly logBytes: number
}

export async function countersOf(server: ScaleServer, name: string): Promise<Counters> {
  const [row] = await server.asOwner(name, ({ ask }) =>
    ask<{ database: string; log: string }>(
      `SELECT pg_database_size(current_database()) AS database, pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') AS log`,
    ),
  )
  const [databaseBytes, logBytes] = [Number(row?.database), Number(row?.log)]
  return { atMs: performance.now(), cpuMs: server.cpuMs(), databaseBytes, logBytes }
}

/** How often each function of the fleet was called, and how long it took, with what it waited for (ms). */
export type Functions = Readonly<Record<string, { readonly calls: number; readonly meanMs: number }>>

export async function functionsOf(server: ScaleServer, name: string): Promise<Functions> {
  const rows = await server.asOwner(name, ({ ask }) =>
    ask<{ name: string; calls: number; mean: number }>(
      `SELECT funcname AS name, calls::int, total_time / calls AS mean FROM pg_stat_user_functions WHERE schemaname = 'steelyard'`,
    ),
  )
  return Object.fromEntries(rows.map(({ name: of, calls, mean }) => [of, { calls, meanMs: mean }]))
}
