import { FleetError } from './fleet-error.ts'

type Postgres = typeof import('pg').default
type Queue = typeof import('pg-boss')

/** Exact: the functions of the database change rows of this version of the queue. */
export const WANTED = { pg: '8.23.1', 'pg-boss': '12.38.0' } as const

/**
 * Returns the driver of Postgres, which is an optional package: one machine needs none.
 *
 * @throws FleetError when it is not installed
 */
export async function loadPostgres(): Promise<Postgres> {
  return (await loaded('pg', () => import('pg'))).default
}

/**
 * Returns the queue, which is an optional package and which workers do without.
 *
 * @throws FleetError when it is not installed
 */
export function loadQueue(): Promise<Queue> {
  return loaded('pg-boss', () => import('pg-boss'))
}

async function loaded<Module>(name: keyof typeof WANTED, load: () => Promise<Module>): Promise<Module> {
  try {
    return await load()
  } catch (cause) {
    throw new FleetError(
      `Cannot use a fleet: the package ${name} is not installed. Install it next to steelyard: npm install ${name}@${WANTED[name]}`,
      { cause },
    )
  }
}
