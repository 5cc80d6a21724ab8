import { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import { connectSeconds } from './address.ts'
import { FleetError } from './fleet-error.ts'
import { quotaError } from './quota-error.ts'

/** A row as the driver reads it. */
export type Row = Readonly<Record<string, unknown>>

export interface Database {
  /** Does all of a text or nothing. FleetError in one sentence. */
  ask<Found extends Row>(text: string, values?: readonly unknown[]): Promise<Found[]>
}

/** The address may have another one: query_timeout. */
const QUERY_MS = 60_000
/** A connection that is ended says so, and is closed by the other side. A network that swallows packets closes none. */
const END_MS = 1000
/** The server gives up a client that is gone too, and what it had begun. */
const SERVER_SETTINGS = `SET idle_in_transaction_session_timeout = '${QUERY_MS}ms'; SET tcp_keepalives_idle = 30;
  SET tcp_keepalives_interval = 10; SET tcp_keepalives_count = 3`

/** Connects while `use` works; a lost connection is made again for the next question. FleetError in one sentence. */
export async function withDatabase<Result>(
  address: string,
  use: (database: Database) => Promise<Result>,
): Promise<Result> {
  const { Pool } = await loadPostgres()
  const sockets = new Set<Socket>()
  let pool: Pool
  try {
    pool = new Pool({
      connectionString: address,
      application_name: 'steelyard',
      max: 2,
      connectionTimeoutMillis: connectSeconds(address) * 1000,
      query_timeout: QUERY_MS,
      keepAlive: true,
      stream: () => {
        const socket = new Socket()
        sockets.add(socket)
        return socket.once('close', () => sockets.delete(socket))
      },
      onConnect: async client => void (await client.query(SERVER_SETTINGS)),
    })
  } catch {
    // What the driver says of an address may quote it.
    throw new FleetError('Cannot read the address of the fleet. Write postgres://user@host/database.')
  }
  // The next question finds out, and makes another connection.
  pool.on('error', () => {})
  try {
    return await use({ ask: (text, values) => asked(pool, text, values) })
  } finally {
    const timer = new AbortController()
    const late = sleep(END_MS, undefined, { signal: timer.signal }).catch(() => {})
    await Promise.race([pool.end().catch(() => {}), late])
    timer.abort()
    for (const socket of sockets) socket.destroy()
  }
}

/** The version of the driver that is tested. */
export const WANTED = '8.23.1'

/** Returns the driver of Postgres, an optional package: one machine needs none. FleetError when it is not installed. */
export async function loadPostgres(): Promise<typeof import('pg').default> {
  try {
    return (await import('pg')).default
  } catch (cause) {
    throw new FleetError(
      `Cannot use a fleet: the package pg is not installed. Install it next to steelyard: npm install pg@${WANTED}`,
      { cause },
    )
  }
}

async function asked<Found extends Row>(
  pool: Pool,
  text: string,
  values: readonly unknown[] = [],
): Promise<Found[]> {
  try {
    // Without values, several statements may stand in one text.
    const result = await (values.length === 0 ? pool.query(text) : pool.query(text, [...values]))
    const all = Array.isArray(result) ? result : [result]
    return all.flatMap(({ rows }) => rows as Found[])
  } catch (error) {
    return refused(error)
  }
}

/** What the database says, by its code. */
const SENTENCES: Readonly<Record<string, string>> = {
  '22003': 'it refuses a number that is too large. Ask for less.',
  '28000': 'it refuses this user. Check the user of the address and pg_hba.conf.',
  '28P01': 'the password is wrong. Set PGPASSWORD, or write it into the file of the address.',
  '23514': 'it refuses what is too large or malformed. Ask for less.',
  '3D000': 'there is no such database. Create it first.',
  '42501':
    'this user may not do that. Make it a member of steelyard_submitter, or of steelyard_worker for a worker.',
  '3F000': "it has no fleet. Run 'fleet init' first.",
  '42P01': "it has no fleet, or one of another version. Run 'fleet init' first.",
  '42883': "it has no fleet, or one of another version. Run 'fleet init' with the newest version.",
  '53100': 'its disk is full.',
  '53300': 'it has too many connections.',
  SY004: 'a file of this hash is there with another size. Have its owner delete that file.',
  SY001:
    "its fleet is of another version. Use the same version of Steelyard here, and run 'fleet init' with it.",
}

/** What the driver says without a code. */
const MESSAGES: readonly (readonly [RegExp, string])[] = [
  [
    /^SASL: .*client password must be/,
    'it asks for a password. Set PGPASSWORD, or write it into the file of the address.',
  ],
  [
    /^The server does not support SSL/,
    'it has no TLS. Turn TLS on there, or write sslmode=disable into the address.',
  ],
]

/** Codes of Node and OpenSSL, such as CERT_HAS_EXPIRED and ERR_TLS_CERT_ALTNAME_INVALID. */
const TLS = /CERT|^UNABLE_TO_|^ERR_(?:SSL|TLS)_/

/** Starting, shutting down, full, in the way of another transaction, or gone. */
const PASSING = /^(?:57P0[123]|25P03|53\w{3}|40\w{3}|08\w{3}|E[A-Z]+)$/
const GONE = /connection (?:terminated|ended)|timeout|not queryable/i

function refused(error: unknown): never {
  if (error instanceof FleetError) throw error
  const { code = '', message = '', detail } = error as { code?: string; message?: string; detail?: string }
  if (code === 'SY003') throw quotaError(detail ?? '{}', error)
  if (code === 'SY002') throw new FleetError(clockSentence(Number(detail)), { cause: error, isPassing: true })
  const sentence = sentenceOf(code, message)
  const isPassing = PASSING.test(code) || (code === '' && GONE.test(message))
  if (sentence === undefined && !isPassing) throw error
  throw new FleetError(
    `Cannot use the database of the fleet: ${sentence ?? `it does not answer (${code || 'the connection ended'}).`}`,
    { cause: error, isPassing },
  )
}

function sentenceOf(code: string, message: string): string | undefined {
  if (TLS.test(code))
    return `its TLS is not trusted (${code}). Check its certificate, and sslrootcert and sslmode of the address.`
  return SENTENCES[code] ?? MESSAGES.find(([pattern]) => pattern.test(message))?.[1]
}

function clockSentence(seconds: number): string {
  const minutes = Math.round(Math.abs(seconds) / 60)
  return `The clock of this machine is ${minutes} minutes ${seconds > 0 ? 'ahead of' : 'behind'} that of the database. Set it: sessions are distinguished by their times.`
}
