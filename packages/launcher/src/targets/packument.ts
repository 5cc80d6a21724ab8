import type { Packument } from 'pacote'
import { writableCacheFolder } from '../cache/cache-folder.ts'
import { LaunchError } from '../process/launch-error.ts'
import { registrySettings } from './registry-settings.ts'

/** What the registry says of a package. */
export interface RegistryAnswer {
  readonly packument: Packument
  /** The registry could not be asked, and this is what it said before. */
  readonly isOld: boolean
}

const answers = new Map<string, Promise<RegistryAnswer>>()

/**
 * Asks the npm registry which versions of a package there are; what has not changed since the last time is not sent
 * again. Asked once per process.
 *
 * @throws LaunchError in one sentence when the registry cannot be asked and nothing is cached, or has no such package
 */
export function readPackument(name: string): Promise<RegistryAnswer> {
  let answer = answers.get(name)
  if (answer === undefined) {
    answer = ask(name)
    answers.set(name, answer)
  }
  return answer
}

async function ask(name: string): Promise<RegistryAnswer> {
  // Loaded when it is needed: half a second that most commands need not wait.
  const { default: fetch } = await import('npm-registry-fetch')
  const options = {
    ...(await registrySettings()),
    cache: await writableCacheFolder('registry'),
    // Also for a scope that has a registry of its own.
    spec: name,
    // The short form does not tell when a version was published.
    headers: { accept: 'application/json' },
    // A registry that is not there is to be known in seconds.
    retry: { retries: 1, minTimeout: 500 },
  }
  try {
    const response = await fetch(`/${name.replace('/', '%2f')}`, options)
    const isOld = response.headers.get('x-local-cache-status') === 'stale'
    return { packument: (await response.json()) as Packument, isOld }
  } catch (error) {
    throw new LaunchError(
      'start',
      `Cannot ask the npm registry for ${name}: ${reasonOf(error)}. Check the network and the registry that 'npm config get registry' shows.`,
    )
  }
}

/** Returns what went wrong in a few words, without the address, which may hold a password. */
export function reasonOf(error: unknown): string {
  const { code = '', message = String(error) } = error as NodeJS.ErrnoException
  const known: Readonly<Record<string, string>> = {
    ENOTFOUND: 'its host is not found',
    EAI_AGAIN: 'its host is not found',
    ECONNREFUSED: 'nothing answers there',
    ECONNRESET: 'the connection broke',
    ETIMEDOUT: 'it does not answer',
    ENOTCACHED: 'npm is set to be offline',
    E401: 'it wants you to log in',
    E403: 'it refuses',
    E404: 'it has no such package',
    EACCES: 'the cache folder cannot be written',
    EROFS: 'the cache folder cannot be written',
    ENOENT: 'the package has no binary where one is expected',
    ENOSPC: 'the disk is full',
  }
  return known[code] ?? (code || message.split('\n')[0] || 'unknown')
}
