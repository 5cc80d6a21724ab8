import { setTimeout as sleep } from 'node:timers/promises'
import { addressOf, type Database, FleetError, VARIABLES, withDatabase } from '@steelyard/fleet'
import { LaunchError } from '@steelyard/launcher'
import { text, type ValuesOf } from '../../options/entry.ts'
import { stderr } from '../../output/streams.ts'
import { asUsage } from '../../process/as-usage.ts'

export const FLEET_OPTIONS = {
  db: text('--db <address>', {
    help: `address of the database, without a password (default: from --db-file, else ${VARIABLES.address})`,
  }),
  dbFile: text('--db-file <file>', {
    help: `file that holds the address (default: ${VARIABLES.file})`,
    refuse: ({ db }) =>
      db === null ? null : '--db and --db-file both give the address; leave one of them out',
  }),
} as const

/** Connects to the database of the fleet while `use` works with it. UsageError in one sentence. */
export function withFleet<Result>(
  { db, dbFile }: ValuesOf<typeof FLEET_OPTIONS>,
  use: (database: Database) => Promise<Result>,
): Promise<Result> {
  return asUsage([FleetError, LaunchError], async () =>
    withDatabase(await addressOf({ address: db, file: dbFile }, process.env), use),
  )
}

const AGAIN_MS = 5000

/** Returns what says a text unless it was the last one. */
export function onceInARow(): (text: string) => void {
  let last = ''
  return text => {
    if (text !== last) stderr.say(`${text}\n`)
    last = text
  }
}

/** Works, again and again while the database cannot be reached. Null when the signal came meanwhile. */
export async function whileAway<Result>(
  signal: AbortSignal,
  work: () => Promise<Result>,
  reportOnce = onceInARow(),
): Promise<Result | null> {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof FleetError) || !error.isPassing) throw error
      if (signal.aborted) return null
      reportOnce(`${error.message} Trying again.`)
      await sleep(AGAIN_MS, undefined, { signal }).catch(() => {})
    }
  }
}
