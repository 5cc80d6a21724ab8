import { addressOf, type Database, FleetError, VARIABLES, withDatabase } from '@steelyard/fleet'
import { LaunchError } from '@steelyard/launcher'
import { text, type ValuesOf } from '../../options/entry.ts'
import { asUsage } from '../../process/as-usage.ts'

/** What every command of a fleet takes. */
export const FLEET_OPTIONS = {
  db: text('--db <address>', {
    help: `address of the database, without a password (default: from --db-file, else ${VARIABLES.address})`,
  }),
  dbFile: text('--db-file <file>', {
    help: `file that holds the address (default: ${VARIABLES.file})`,
  }),
} as const

/**
 * Connects to the database of the fleet while `use` works with it.
 *
 * @throws UsageError in one sentence
 */
export function withFleet<Result>(
  { db, dbFile }: ValuesOf<typeof FLEET_OPTIONS>,
  use: (database: Database) => Promise<Result>,
): Promise<Result> {
  return asUsage([FleetError, LaunchError], async () =>
    withDatabase(await addressOf({ address: db, file: dbFile }, process.env), use),
  )
}
