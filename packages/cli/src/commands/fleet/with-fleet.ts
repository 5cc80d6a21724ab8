import { addressOf, type Database, FleetError, VARIABLES, withDatabase } from '@steelyard/fleet'
import { LaunchError } from '@steelyard/launcher'
import { UsageError } from '@steelyard/measure'
import { text, type ValuesOf } from '../../options/entry.ts'

/** What every command of a fleet takes. */
export const FLEET_OPTIONS = {
  db: text('--db <address>', {
    help: `address of the database, without a password (default: of --db-file, else of ${VARIABLES.address})`,
  }),
  dbFile: text('--db-file <file>', {
    help: `file that holds the address (default: that of ${VARIABLES.file})`,
  }),
} as const

export type FleetOptions = ValuesOf<typeof FLEET_OPTIONS>

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
    const address = await addressOf({ address: db, file: dbFile }, process.env)
    return await withDatabase(address, use)
  } catch (error) {
    if (error instanceof FleetError || error instanceof LaunchError) {
      throw new UsageError(error.message, { cause: error })
    }
    throw error
  }
}
