import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
// Its names for zstd are younger than the oldest Node that starts the command; files go over the pinned one.
import zlib from 'node:zlib'
import type { Database } from './database.ts'
import { megabytes } from './quota-error.ts'
import { BLOB_CHUNK_BYTES, FLEET } from './schema/names.ts'
import { checkProtocol } from './submit.ts'
import type { TakenJob } from './work.ts'

/** Something to send, by its content. */
export interface Blob {
  /** Hash of all of its bytes, in hexadecimal. */
  readonly sha256: string
  readonly bytes: number
  read(from: number, to: number): Promise<Uint8Array>
}

/** A fault of a file that was sent: no further attempt helps. */
export class BlobError extends Error {
  override readonly name = 'BlobError'
}

/**
 * Sends what is not there yet of a file. What no job needs any more and was not used for a day makes room.
 *
 * @returns whether something had to be sent
 * @throws FleetError in one sentence, also where the quota has no room for it
 */
export async function sendBlob(database: Database, { sha256, bytes, read }: Blob): Promise<boolean> {
  await checkProtocol(database)
  const { ask } = database
  const missing = await ask<{ number: number }>(`SELECT number FROM ${FLEET}.add_blob($1, $2) AS number`, [
    sha256,
    bytes,
  ])
  for (const { number } of missing) {
    const from = number * BLOB_CHUNK_BYTES
    const chunk = await promisify(zlib.zstdCompress)(
      await read(from, Math.min(bytes, from + BLOB_CHUNK_BYTES)),
    )
    await ask(`SELECT ${FLEET}.add_chunk($1, $2, $3)`, [sha256, number, chunk])
  }
  return missing.length > 0
}

/**
 * Fetches a file of the job that is held, part by part, and no more than `mostBytes`. What it is by its hash is known when the
 * last part is there; `name` stands in errors.
 *
 * @throws BlobError where it is not all there, too large, or other bytes than the hash says; FleetError
 */
export async function* fetchBlob(
  { ask }: Database,
  { id, token }: Pick<TakenJob, 'id' | 'token'>,
  { sha256, name, mostBytes }: { readonly sha256: string; readonly name: string; readonly mostBytes: number },
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const cannot = (why: string) => new BlobError(`Cannot run ${name}: ${why}`)
  const hash = createHash('sha256')
  let total = 1
  for (let from = 0; from < total; from += BLOB_CHUNK_BYTES) {
    signal.throwIfAborted()
    const [row] = await ask<{ bytes: string; packed: Uint8Array }>(
      `SELECT bytes, packed FROM ${FLEET}.job_chunk($1, $2, $3, $4)`,
      [id, token, sha256, from / BLOB_CHUNK_BYTES],
    )
    if (row === undefined) throw cannot('it is not, or not all, in the fleet.')
    total = Number(row.bytes)
    if (!(total <= mostBytes)) {
      throw cannot(`it has ${megabytes(total)}, and this worker keeps ${megabytes(mostBytes)} at most.`)
    }
    const wanted = Math.min(BLOB_CHUNK_BYTES, total - from)
    const chunk = await promisify(zlib.zstdDecompress)(row.packed, { maxOutputLength: wanted }).catch(
      () => null,
    )
    if (chunk?.length !== wanted) throw cannot('it was changed or damaged in the fleet.')
    hash.update(chunk)
    yield chunk
  }
  if (hash.digest('hex') !== sha256) {
    throw cannot('what is in the fleet has another hash: it was changed or damaged.')
  }
}

/** Returns how much room sent files take, in bytes before they are packed. */
export async function blobUse({ ask }: Database) {
  const [row] = await ask<{ files: number; bytes: string; quota: string }>(
    `SELECT (SELECT count(*)::int FROM ${FLEET}.blob) AS files, (SELECT coalesce(sum(bytes), 0) FROM ${FLEET}.blob) AS bytes, quota
     FROM ${FLEET}.fleet`,
  )
  return { files: row?.files ?? 0, bytes: Number(row?.bytes ?? 0), quota: Number(row?.quota ?? 0) }
}

/** Sets how much room sent files may take, in bytes before they are packed. For who made the fleet. */
export async function setQuota({ ask }: Database, bytes: number): Promise<void> {
  await ask(`UPDATE ${FLEET}.fleet SET quota = $1`, [bytes])
}
