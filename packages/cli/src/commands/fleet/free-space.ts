import { statfs } from 'node:fs/promises'
import os from 'node:os'
import { dirname } from 'node:path'
import { FleetError, megabytes } from '@steelyard/fleet'
import { cacheFolder } from '@steelyard/launcher'

/** A release of a runtime, unpacked, and what a job writes. */
const LEAST_BYTES = 128_000_000

/**
 * Ends where the disk of this machine has no space for a job: a worker that took it would fail at it, and at the next.
 *
 * @throws FleetError, which may pass
 */
export async function checkSpace(): Promise<void> {
  for (const folder of [os.tmpdir(), cacheFolder('')]) {
    const free = await freeBytes(folder)
    if (free >= LEAST_BYTES) continue
    throw new FleetError(
      `Cannot take a job: ${folder} has ${megabytes(free, Math.floor)} of space left, and a job needs ${megabytes(LEAST_BYTES)}.`,
      { isPassing: true },
    )
  }
}

/** Returns the free bytes of the disk that the folder is on, or will be. */
async function freeBytes(folder: string): Promise<number> {
  try {
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    // Where the free space is unknown, the job itself finds out.
    if (code !== 'ENOENT' || dirname(folder) === folder) return Number.POSITIVE_INFINITY
    return freeBytes(dirname(folder))
  }
}
