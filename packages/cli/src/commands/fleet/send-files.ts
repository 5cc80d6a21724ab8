import { type Database, type FleetRequest, megabytes, readConditions, sendBlob } from '@steelyard/fleet'
import { stderr } from '../../output/streams.ts'
import type { Sending } from './files-to-send.ts'
import { pruneUnused } from './prune.ts'

/**
 * Sends what a request names of this machine; what the fleet has already is not sent again.
 *
 * @throws FleetError in one sentence, also where there is no room
 */
export async function sendFiles(database: Database, { files }: Sending): Promise<void> {
  if (files.length === 0) return
  await pruneUnused(database)
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
