// Files that submitters send, by their hash, and who reads them. fleet.test.ts runs these.
import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { zstdCompressSync } from 'node:zlib'
import {
  announce,
  type Blob,
  blobUse,
  cancelRequest,
  type Database,
  fetchBlob,
  giveBack,
  keep,
  sendBlob,
  setQuota,
  submit,
  type TakenJob,
} from '@steelyard/fleet'
import { FACTS, REQUEST, skip, taken, withNewFleet, ZEN4, ZEN5 } from './fleet-server.ts'

const CHUNK_BYTES = 4_194_304
/** A file of one whole chunk and a bit. */
const LARGE = randomBytes(CHUNK_BYTES + 1000)

function blobOf(bytes: Uint8Array): Blob {
  return {
    sha256: createHash('sha256').update(bytes).digest('hex'),
    bytes: bytes.length,
    read: async (from, to) => bytes.subarray(from, to),
  }
}

async function fetched(
  database: Database,
  job: TakenJob,
  { sha256 }: Blob,
  mostBytes = 1e9,
): Promise<Buffer> {
  const { signal } = new AbortController()
  return buffer(fetchBlob(database, job, { sha256, name: 'it', mostBytes }, signal))
}

test('a file is sent once, and only what of it is missing is sent again', { skip }, () =>
  withNewFleet(async ({ submitter, worker, owner }) => {
    const blob = blobOf(LARGE)
    const reads: number[] = []
    const read = (from: number, to: number) => {
      reads.push(from)
      return blob.read(from, to)
    }
    assert.equal(await sendBlob(submitter, { ...blob, read }), true)
    assert.deepEqual(reads.splice(0), [0, CHUNK_BYTES])
    assert.equal(await sendBlob(submitter, { ...blob, read }), false)
    await owner.ask('DELETE FROM steelyard.blob_chunk WHERE number = 1')
    assert.equal(await sendBlob(submitter, { ...blob, read }), true)
    assert.deepEqual(reads, [CHUNK_BYTES])
    assert.deepEqual(await blobUse(submitter), { files: 1, bytes: LARGE.length, quota: 4e9 })
    await announce(worker, ZEN5, FACTS)
    await submit(submitter, { ...REQUEST, blobs: [blob.sha256, blob.sha256] })
    assert.deepEqual(await fetched(worker, await taken(worker, ZEN5), blob), LARGE)
    await assert.rejects(
      sendBlob(submitter, { ...blob, bytes: 5 }),
      /of this hash is there with another size/,
    )
  }),
)

test('a worker reads the files of the job that it holds, and no others', { skip }, () =>
  withNewFleet(async ({ submitter, worker }) => {
    const [own, other] = [blobOf(Buffer.from('own')), blobOf(Buffer.from('other'))]
    for (const blob of [own, other]) await sendBlob(submitter, blob)
    for (const key of [ZEN5, ZEN4]) await announce(worker, key, FACTS)
    await submit(submitter, { ...REQUEST, blobs: [own.sha256] })
    const job = await taken(worker, ZEN5)
    await submit(submitter, { ...REQUEST, blobs: [other.sha256] })
    const held = await taken(worker, ZEN4)
    assert.equal((await fetched(worker, job, own)).toString(), 'own')
    const none = { name: 'BlobError', message: 'Cannot run it: it is not, or not all, in the fleet.' }
    await assert.rejects(fetched(worker, job, other), none)
    await assert.rejects(fetched(worker, { ...job, token: held.token }, own), none)
    await keep(worker, job, own.sha256.slice(0, 32), Buffer.from('x'))
    await assert.rejects(fetched(worker, job, own), none)
  }),
)

test('what was changed in the database is not taken for what it is called', { skip }, () =>
  withNewFleet(async ({ submitter, worker, owner }) => {
    const blob = blobOf(LARGE)
    await sendBlob(submitter, blob)
    await announce(worker, ZEN5, FACTS)
    await submit(submitter, { ...REQUEST, blobs: [blob.sha256] })
    const job = await taken(worker, ZEN5)
    const poison = (packed: Uint8Array) =>
      owner.ask('UPDATE steelyard.blob_chunk SET packed = $1 WHERE number = 1', [packed])
    const damaged = /^BlobError: Cannot run it: it was changed or damaged in the fleet\.$/
    await poison(zstdCompressSync(randomBytes(1000)))
    await assert.rejects(
      fetched(worker, job, blob),
      /^BlobError: Cannot run it: what is in the fleet has another hash/,
    )
    for (const packed of [zstdCompressSync(Buffer.alloc(1e8)), zstdCompressSync(Buffer.alloc(999)), LARGE]) {
      await poison(packed.subarray(0, 100_000))
      await assert.rejects(fetched(worker, job, blob), damaged)
    }
    await owner.ask('UPDATE steelyard.blob SET bytes = 8388609')
    await assert.rejects(fetched(worker, job, blob), damaged)
    await assert.rejects(
      fetched(worker, job, blob, 8_388_608),
      /^BlobError: Cannot run it: it has 9 MB, and this worker keeps 9 MB at most\.$/,
    )
    await owner.ask('DELETE FROM steelyard.blob_chunk WHERE number = 1')
    await assert.rejects(
      fetched(worker, job, blob),
      /^BlobError: Cannot run it: it is not, or not all, in the fleet\.$/,
    )
  }),
)

test('a submitter changes no file that is there', { skip }, () =>
  withNewFleet(async ({ submitter, owner }) => {
    const blob = blobOf(Buffer.from('true'))
    await sendBlob(submitter, blob)
    const before = await owner.ask('SELECT * FROM steelyard.blob_chunk')
    for (const number of [0, 1]) {
      await submitter.ask('SELECT steelyard.add_chunk($1, $2, $3)', [blob.sha256, number, Buffer.from('x')])
    }
    assert.deepEqual(await owner.ask('SELECT * FROM steelyard.blob_chunk'), before)
  }),
)

test('the quota has room for each file or for none of it, whoever is first', { skip }, () =>
  withNewFleet(async ({ submitter, owner }) => {
    await setQuota(owner, 10_000_000)
    const blobs = [1, 2].map(() => blobOf(randomBytes(6_000_000)))
    const [first, second] = blobs
    assert.ok(first && second)
    const adding = submitter.ask(
      `SELECT steelyard.add_blob('${first.sha256}', ${first.bytes}); SELECT pg_sleep(0.5)`,
    )
    // The other asks while no one else knows of the first.
    await sleep(200)
    const refused = await sendBlob(submitter, second).catch((error: Error) => [error.name, error.message])
    await adding
    assert.deepEqual(refused, [
      'FleetError',
      "Cannot send this file: it has 6 MB, and the fleet has room for 4 MB of its 10 MB. Have its owner raise the quota with 'fleet init --quota'.",
    ])
    assert.deepEqual(await blobUse(submitter), { files: 1, bytes: 6e6, quota: 1e7 })
    assert.equal(await sendBlob(submitter, blobOf(randomBytes(4_000_000))), true)
    await assert.rejects(
      sendBlob(submitter, blobOf(Buffer.from('x'))),
      /less than 1 MB, and .* room for 0 MB/,
    )
    for (const blob of blobs) await sendBlob(submitter, blob).catch(() => {})
    assert.equal((await blobUse(submitter)).files, 2, 'what is there needs no room')
  }),
)

test('a chunk is no larger than its part of the file, which the quota counts', { skip }, () =>
  withNewFleet(async ({ submitter, owner }) => {
    const { sha256, bytes } = blobOf(LARGE)
    await submitter.ask('SELECT steelyard.add_blob($1, $2)', [sha256, bytes])
    const add = (number: number, length: number) =>
      submitter.ask('SELECT steelyard.add_chunk($1, $2, $3)', [sha256, number, Buffer.alloc(length)])
    const kept = async () =>
      (
        await owner.ask('SELECT octet_length(packed) AS length FROM steelyard.blob_chunk ORDER BY number')
      ).map(row => row.length)
    await add(1, 1000 + 65_537)
    await add(0, CHUNK_BYTES + 65_537)
    assert.deepEqual(await kept(), [])
    await add(1, 1000 + 65_536)
    await add(0, CHUNK_BYTES + 65_536)
    assert.deepEqual(await kept(), [CHUNK_BYTES + 65_536, 1000 + 65_536])
  }),
)

test('a file makes room once no job needs it and it was not used for a day', { skip }, () =>
  withNewFleet(async ({ submitter, worker, owner }) => {
    const blob = blobOf(Buffer.from('build'))
    let others = 0
    /** Whether it goes when another file is sent. */
    const isGone = async (hours: number) => {
      await owner.ask(`UPDATE steelyard.blob SET used_at = now() - make_interval(hours => $1)`, [hours])
      await sendBlob(submitter, blobOf(Buffer.from(`other ${++others}`)))
      return (
        (await owner.ask('SELECT FROM steelyard.blob_chunk WHERE sha256 = $1', [blob.sha256])).length === 0
      )
    }
    await sendBlob(submitter, blob)
    assert.equal(await isGone(23), false)
    assert.equal(await isGone(25), true)
    await sendBlob(submitter, blob)
    await announce(worker, ZEN5, FACTS)
    await submit(submitter, { ...REQUEST, blobs: [blob.sha256] })
    assert.equal(await isGone(50), false, 'a job waits')
    const job = await taken(worker, ZEN5)
    assert.equal(await isGone(50), false, 'a job runs')
    await keep(worker, job, blob.sha256.slice(0, 32), Buffer.from('x'))
    assert.equal(await isGone(50), true)
    await sendBlob(submitter, blob)
    await submit(submitter, { ...REQUEST, blobs: [blob.sha256] })
    await owner.ask('DELETE FROM steelyard.request')
    assert.equal(await isGone(50), true, 'its request was deleted')
    await sendBlob(submitter, blob)
    const growth = { untilWidth: 0.01, most: 9 }
    const id = await submit(submitter, { ...REQUEST, growth, blobs: [blob.sha256] })
    await keep(worker, await taken(worker, ZEN5), blob.sha256.slice(32), Buffer.from('x'))
    assert.equal(await isGone(50), false, 'its request may get machines')
    await cancelRequest(submitter, id)
    assert.equal(await isGone(50), true, 'its request was cancelled')
    await sendBlob(submitter, blob)
    const cancelled = await submit(submitter, { ...REQUEST, blobs: [blob.sha256] })
    const running = await taken(worker, ZEN5)
    await cancelRequest(submitter, cancelled)
    assert.equal(await isGone(50), false, 'a job runs although its request was cancelled')
    await giveBack(worker, running, 'stopped', 'no reason')
    assert.equal(await isGone(50), true, 'the job is not begun again')
  }),
)
