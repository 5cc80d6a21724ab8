import { blobUse, type Database, megabytes, pruneBlobs } from '@steelyard/fleet'
import { counted } from '@steelyard/text'
import type { Command } from 'commander'
import { addOptions } from '../../options/add-options.ts'
import { days } from '../../options/durations.ts'
import { parsed } from '../../options/entry.ts'
import type { Select } from '../../options/invocation.ts'
import { stdout } from '../../output/streams.ts'
import { EXIT } from '../../process/exit-code.ts'
import { FLEET_OPTIONS, type FleetOptions, withFleet } from './with-fleet.ts'

const DAY_SECONDS = 86_400

const OPTIONS = {
  ...FLEET_OPTIONS,
  olderThanDays: parsed('--older-than <days>', days, {
    help: 'only those that were not used for this long; 1h is the least, and the default',
  }),
} as const

export function addPrune(fleet: Command, select: Select): void {
  const command = fleet
    .command('prune')
    .description('remove builds and suites that were sent, and that no job needs any more')
  const given = addOptions(command, OPTIONS)
  command.action(() => {
    const options = given()
    const execute = () => prune(options, options.olderThanDays ?? 0)
    select({ command: 'fleet prune', options, execute })
  })
}

function prune(options: FleetOptions, olderThanDays: number): Promise<number> {
  return withFleet(options, async database => {
    const { files, bytes } = await pruneBlobs(database, olderThanDays * DAY_SECONDS)
    const what =
      files === 0 ? 'There was nothing to remove.' : `Removed ${counted(files, 'file')}, ${megabytes(bytes)}.`
    stdout.say(`${what} ${await useText(database)}\n`)
    return EXIT.done
  })
}

/** Makes room for what is sent next. */
export async function pruneUnused(database: Database): Promise<void> {
  await pruneBlobs(database, DAY_SECONDS)
}

/** Returns how much room sent files take, for people. */
export async function useText(database: Database): Promise<string> {
  const { files, bytes, quota } = await blobUse(database)
  return `Sent files: ${files}, ${megabytes(bytes)} of ${megabytes(quota)}.`
}
