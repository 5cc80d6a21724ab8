import type { Packument } from 'pacote'
import { writableCacheFolder } from '../cache/cache-folder.ts'
import { LaunchError } from '../process/launch-error.ts'
import { registrySettings } from './registry-settings.ts'

/** A worker of a fleet runs for weeks, and hears of releases. */
const KEPT_MS = 600_000

const responses = new Map<string, ReturnType<typeof ask>>()

/**
 * Asks the npm registry for the versions of a package, once in ten minutes; an unchanged document is not sent again. The
 * response is old where the registry could not be reached, and this is an earlier one.
 *
 * @throws LaunchError in one sentence when the registry cannot be reached and nothing is cached, or has no such package
 */
export function readPackument(name: string) {
  const known = responses.get(name)
  if (known !== undefined) return known
  const response = ask(name)
  responses.set(name, response)
  const forget = () => responses.delete(name)
  setTimeout(forget, KEPT_MS).unref()
  response.catch(forget)
  return response
}

async function ask(name: string) {
  // Loaded when it is needed: it takes half a second, and most commands do not need it.
  const { default: fetch } = await import('npm-registry-fetch')
  const options = {
    ...(await registrySettings()),
    cache: await writableCacheFolder('registry'),
    // A name with a scope finds the registry of that scope.
    spec: name,
    // The short form does not state when a version was published.
    headers: { accept: 'application/json' },
    // A missing registry must be reported within seconds.
    retry: { retries: 1, minTimeout: 500 },
    timeout: 15_000,
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
  const { code = '', type = '', message = String(error) } = error as NodeJS.ErrnoException & { type?: string }
  const known: Readonly<Record<string, string>> = {
    ENOTFOUND: 'its host is not found',
    EAI_AGAIN: 'its host is not found',
    ECONNREFUSED: 'it refuses the connection',
    ECONNRESET: 'the connection broke',
    ETIMEDOUT: 'it does not respond',
    EIDLETIMEOUT: 'it does not respond',
    'request-timeout': 'it does not respond',
    'body-timeout': 'it does not respond',
    ENOTCACHED: 'npm is set to be offline',
    E401: 'it requires you to log in',
    E403: 'it refuses',
    E404: 'it has no such package',
    EACCES: 'the cache folder cannot be written',
    EROFS: 'the cache folder cannot be written',
    ENOENT: 'the package has no binary where one is expected',
    ENOSPC: 'the disk is full',
  }
  return known[code] ?? known[type] ?? (code || message.split('\n')[0] || 'unknown')
}
