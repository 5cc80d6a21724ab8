import {
  blobUse,
  type Database,
  type FleetRequest,
  megabytes,
  pruneBlobs,
  readConditions,
  sendBlob,
} from '@steelyard/fleet'
import { stderr } from '../../output/streams.ts'
import type { Sending } from './files-to-send.ts'

const DAY_SECONDS = 86_400

/**
 * Sends what a request names of this machine; what the fleet has already is not sent again. What no job needs any more and was
 * not used for a day is removed before.
 *
 * @throws FleetError in one sentence, also where there is no room
 */
export async function sendFiles(database: Database, { files }: Sending): Promise<void> {
  if (files.length === 0) return
  await pruneBlobs(database, DAY_SECONDS)
  for (const file of files) {
    const isNew = await sendBlob(database, file)
    stderr.say(
      isNew ? `Sent ${file.label}: ${megabytes(file.bytes)}\n` : `The fleet has ${file.label} already.\n`,
    )
  }
}

/** Returns the machines that can run the builds. */
export function platformConditions({ platform }: Pick<Sending, 'platform'>): FleetRequest['conditions'] {
  return platform === null ? [] : readConditions(`platform=${platform}`)
}

/** Returns how much room sent files take, for people. */
export async function useText(database: Database): Promise<string> {
  const { files, bytes, quota } = await blobUse(database)
  return `Sent files: ${files}, ${megabytes(bytes)} of ${megabytes(quota)}.`
}
