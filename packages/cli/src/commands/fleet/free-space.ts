import { statfs } from 'node:fs/promises'
import os from 'node:os'
import { FleetError, megabytes } from '@steelyard/fleet'
import { cacheFolder } from '@steelyard/launcher'
import { makeFolders } from '@steelyard/record'

/** A release of a runtime, unpacked, and what a job writes. */
const LEAST_BYTES = 128_000_000

/**
 * Ends where the disk of this machine has no space for a job: a worker that took it would fail at it, and at the next.
 *
 * @throws FleetError, which may pass
 */
export async function checkSpace(): Promise<void> {
  for (const folder of [os.tmpdir(), cacheFolder('')]) {
    // Where the free space is unknown, the job itself finds out.
    const facts = await makeFolders(folder)
      .then(() => statfs(folder))
      .catch(() => null)
    const free = facts === null ? LEAST_BYTES : facts.bavail * facts.bsize
    if (free >= LEAST_BYTES) continue
    throw new FleetError(
      `Cannot take a job: ${folder} has ${megabytes(free, Math.floor)} of space left, and a job needs ${megabytes(LEAST_BYTES)}.`,
      { isPassing: true },
    )
  }
}
