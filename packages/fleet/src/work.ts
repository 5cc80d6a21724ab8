import type { Database, Row } from './database.ts'
import { FLEET, PROTOCOL } from './schema/names.ts'

/** What identifies a machine in the database. */
export interface MachineKey {
  readonly cpuId: string
  readonly installationId: string
}

/** What a worker says of its machine. */
export interface MachineFacts {
  readonly cpuModel: string
  /** For example linux-x64. */
  readonly platform: string
  /** Version of Steelyard. */
  readonly steelyard: string
  /** Runtimes that it can fetch. */
  readonly runtimes: readonly string[]
  /** What it runs beyond published builds and built-in suites. */
  readonly allows: readonly string[]
}

export interface TakenJob {
  readonly id: string
  /** Token of this attempt: no other worker can touch, keep or give back the job. */
  readonly token: string
  readonly request: string
  readonly session: number
  readonly piece: number
  readonly command: readonly string[]
}

/** What became of a record: another worker may have done the job meanwhile. */
type Kept = 'kept' | 'superseded'

/** Why a job was not done: the worker was stopped, it failed, or this machine never does it. */
export type GivenBack = 'stopped' | 'failed' | 'refused'

/** Tells the fleet what the machine can do. FleetError where the fleet is of another version. */
export async function announce({ ask }: Database, key: MachineKey, facts: MachineFacts): Promise<void> {
  const values = [PROTOCOL, key.cpuId, key.installationId, JSON.stringify(facts)]
  await ask(`SELECT ${FLEET}.announce($1, $2, $3, $4)`, values)
}

/** Returns the next job of the machine; null when there is none now. FleetError where its clock is wrong. */
export async function take(
  { ask }: Database,
  { cpuId, installationId }: MachineKey,
  now: Date = new Date(),
): Promise<TakenJob | null> {
  const values = [cpuId, installationId, now.toISOString()]
  const [job = null] = await ask<TakenJob & Row>(
    `SELECT job AS id, token, request, session, piece, command FROM ${FLEET}.take($1, $2, $3)`,
    values,
  )
  return job
}

/** Gives a sign of life; false when the job is no longer this worker's. */
export async function touch({ ask }: Database, { id, token }: TakenJob): Promise<boolean> {
  const [row] = await ask<{ touch: boolean }>(`SELECT ${FLEET}.touch($1, $2)`, [id, token])
  return row?.touch === true
}

/** Hands in a record, packed with gzip. To hand in the same again changes nothing. */
export async function keep(
  { ask }: Database,
  { id, token }: TakenJob,
  recordId: string,
  packed: Uint8Array,
): Promise<Kept> {
  const values = [id, token, recordId, packed]
  const [row] = await ask<{ keep: Kept }>(`SELECT ${FLEET}.keep($1, $2, $3, $4)`, values)
  return row?.keep ?? 'superseded'
}

/** Gives a job back, with a reason for people. */
export async function giveBack(
  { ask }: Database,
  { id, token }: TakenJob,
  kind: GivenBack,
  reason: string,
): Promise<void> {
  await ask(`SELECT ${FLEET}.give_back($1, $2, $3, $4)`, [id, token, kind, reason])
}
