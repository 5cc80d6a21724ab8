import { FleetError } from './fleet-error.ts'

type Postgres = typeof import('pg').default

export const WANTED = '8.23.1'

/**
 * Returns the driver of Postgres, which is an optional package: one machine needs none.
 *
 * @throws FleetError when it is not installed
 */
export async function loadPostgres(): Promise<Postgres> {
  try {
    return (await import('pg')).default
  } catch (cause) {
    throw new FleetError(
      `Cannot use a fleet: the package pg is not installed. Install it next to steelyard: npm install pg@${WANTED}`,
      { cause },
    )
  }
}
