import { readFile } from 'node:fs/promises'
import { FleetError } from './fleet-error.ts'

/** Where an address may stand besides the command line. */
export const VARIABLES = { address: 'STEELYARD_FLEET', file: 'STEELYARD_FLEET_FILE' } as const

/**
 * Returns the address of the database: of the command line, else of a file, else of the environment.
 *
 * @throws FleetError when there is none, it is no address of Postgres, or one with a password stands on the command line
 */
export async function addressOf(
  { address, file }: { readonly address: string | null; readonly file: string | null },
  environment: Readonly<Record<string, string | undefined>>,
): Promise<string> {
  if (address !== null) {
    if (hasPassword(address)) {
      throw new FleetError(
        `Cannot take a password from the command line: all users of this machine can read it there. Set ${VARIABLES.address}, or name a file with --db-file.`,
      )
    }
    return checked(address, 'the command line')
  }
  const path = file ?? environment[VARIABLES.file]
  if (path) return checked((await textOf(path)).trim(), path)
  const set = environment[VARIABLES.address]
  if (set) return checked(set, VARIABLES.address)
  throw new FleetError(
    `Cannot find the fleet: no address of its database was given. Set ${VARIABLES.address} to postgres://user@host/database, or give --db or --db-file.`,
  )
}

function hasPassword(address: string): boolean {
  return /^[^/?#]*:\/\/[^/?#@]*:[^/?#]*@/.test(address) || /[?&]password=/i.test(address)
}

/** What is wrong is not quoted: it may be a password. */
function checked(address: string, where: string): string {
  const isAddress = /^postgres(?:ql)?:\/\//.test(address) && URL.canParse(withHost(address))
  if (isAddress) return address
  throw new FleetError(
    `Cannot read the address of the fleet in ${where}: it is no address of a Postgres database. Write postgres://user@host/database.`,
  )
}

const CONNECT_SECONDS = 10

/** Returns how long a connection may take to be made: `connect_timeout` of the address, or 10 s where it says none or 0. */
export function connectSeconds(address: string): number {
  const said = Number(URL.parse(withHost(address))?.searchParams.get('connect_timeout') ?? 0)
  return said > 0 ? said : CONNECT_SECONDS
}

/** A socket has no host: postgres:///database?host=/run/postgresql. */
function withHost(address: string): string {
  return address.replace(/^(\w+:\/\/(?:[^/?#@]*@)?)(?=[/?]|$)/, '$1localhost')
}

async function textOf(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new FleetError(`Cannot read ${path}: ${code}. Name a file that holds the address of the fleet.`, {
      cause: error,
    })
  }
}
