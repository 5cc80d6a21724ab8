import { addressOf, type Database, FleetError, VARIABLES, withDatabase } from '@steelyard/fleet'
import { LaunchError } from '@steelyard/launcher'
import { UsageError } from '@steelyard/measure'
import type { Command } from 'commander'

/** What every command of a fleet is told of its database. */
export interface FleetOptions {
  readonly db?: string
  readonly dbFile?: string
}

export function withFleetOptions(command: Command): Command {
  return command
    .option(
      '--db <address>',
      `address of the database, without a password (default: of --db-file, else of ${VARIABLES.address})`,
    )
    .option('--db-file <file>', `file that holds the address (default: that of ${VARIABLES.file})`)
}

/**
 * Connects to the database of the fleet while `use` works with it.
 *
 * @throws UsageError in one sentence
 */
export async function withFleet<Result>(
  { db, dbFile }: FleetOptions,
  use: (database: Database) => Promise<Result>,
): Promise<Result> {
  try {
    const address = await addressOf({ address: db ?? null, file: dbFile ?? null }, process.env)
    return await withDatabase(address, use)
  } catch (error) {
    if (error instanceof FleetError || error instanceof LaunchError) {
      throw new UsageError(error.message, { cause: error })
    }
    throw error
  }
}
