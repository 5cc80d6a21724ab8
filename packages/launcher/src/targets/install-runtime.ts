import { chmod, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Runner } from '@steelyard/runners'
import type { Options } from 'pacote'
import { extract } from 'tar'
import { fillEntry } from '../cache/cache-entry.ts'
import {
  findInstalled,
  type InstalledFacts,
  type InstalledRuntime,
  runtimesHome,
} from '../cache/runtime-cache.ts'
import { LaunchError } from '../process/launch-error.ts'
import { askVersion, hashBinary, searchEngineVersion } from './binary-facts.ts'
import { readPackument, reasonOf } from './packument.ts'
import { type Pin, packageOf } from './pinned-build.ts'
import { registrySettings } from './registry-settings.ts'
import type { ResolveEvents } from './resolve-events.ts'

const PROGRESS_INTERVAL_MS = 200

/** What is fetched; without `integrity` its hash must be what the registry announces. */
type Wanted = Pick<Pin, 'packageName' | 'version'> & Partial<Pin>

const installing = new Map<string, Promise<InstalledRuntime>>()

/**
 * Fetches a published version from the registry, checks its integrity and puts it in the cache. Once, also when several
 * targets of a run want it at the same time.
 *
 * @param directory home of the binary when it is run for its version
 * @throws LaunchError in one sentence; nothing is kept then
 */
export function installRuntime(
  runner: Runner,
  wanted: Wanted,
  directory: string,
  events: ResolveEvents,
): Promise<InstalledRuntime> {
  const key = `${runner.name}@${wanted.version}`
  const under =
    installing.get(key) ?? install(runner, wanted, directory, events).finally(() => installing.delete(key))
  installing.set(key, under)
  return under
}

async function install(runner: Runner, published: Wanted, directory: string, events: ResolveEvents) {
  const { version } = published
  const text = `${runner.name}@${version}`
  try {
    await fillEntry(runtimesHome(runner.name), version, folder =>
      fill(runner, published, folder, directory, events),
    )
    const installed = await findInstalled(runner.name, version)
    if (installed === null) throw cannotInstall(text, 'it was removed meanwhile. Run again.')
    return installed
  } catch (error) {
    if (error instanceof LaunchError) throw error
    if ((error as NodeJS.ErrnoException).code === 'EINTEGRITY') {
      throw cannotInstall(
        text,
        `its hash is not the one that ${published.integrity === undefined ? 'the registry announced' : 'was released'}. Nothing was kept. Run again, and check the registry if it fails again.`,
      )
    }
    throw cannotInstall(text, `${reasonOf(error)}. Nothing was kept. Fix that and run again.`)
  } finally {
    events.onProgress(null)
  }
}

function cannotInstall(text: string, what: string): LaunchError {
  return new LaunchError('start', `Cannot install ${text}: ${what}`)
}

async function fill(
  runner: Runner,
  { packageName, version, integrity: pinned }: Wanted,
  folder: string,
  directory: string,
  events: ResolveEvents,
): Promise<InstalledFacts> {
  const text = `${runner.name}@${version}`
  const { packument } = await readPackument(packageName)
  const dist = packument.versions[version]?.dist
  const integrity = pinned ?? dist?.integrity ?? fromShasum(dist?.shasum)
  if (integrity === null) {
    throw cannotInstall(text, `the registry has no hash of it. Give a binary with ${runner.name}=<path>.`)
  }
  const file = join(folder, runner.name)
  // Loaded when it is needed, as the registry's client is.
  const { default: pacote } = await import('pacote')
  using _timer = setInterval(async () => {
    const bytes = (await stat(file).catch(() => null))?.size ?? 0
    events.onProgress(`Fetching ${text}: ${Math.round(bytes / 1e6)} MB`)
  }, PROGRESS_INTERVAL_MS)
  await pacote.tarball.stream(
    `${packageName}@${version}`,
    tarball => unpack(tarball, packageOf(runner).file, folder),
    {
      ...(await registrySettings()),
      integrity,
      // The package itself is not cached: the unpacked binary is.
      cache: undefined,
      retry: { retries: 1, minTimeout: 1000 },
      signal: events.signal ?? undefined,
    } as Options,
  )
  await chmod(file, 0o755)
  const sha256 = await hashBinary(file)
  const facts = await askVersion(runner, file, text, directory)
  return {
    ...{ packageName, version, file: runner.name, sha256, integrity },
    engineVersion: facts.engineVersion ?? (await searchEngineVersion(file)) ?? 'unknown',
    sizeBytes: (await stat(file)).size,
  }
}

/** Old packages have only this hash. */
function fromShasum(shasum: string | undefined): string | null {
  return shasum ? `sha1-${Buffer.from(shasum, 'hex').toString('base64')}` : null
}

/** Unpacks one file of a package: headers, manuals and an npm would take as much space again. */
function unpack(tarball: NodeJS.ReadableStream, file: string, folder: string): Promise<void> {
  const segments = file.split('/').length
  const unpacker = extract({
    cwd: folder,
    // Refuses a file that a full disk has cut off.
    strict: true,
    // The package itself is a folder too.
    strip: segments,
    preserveOwner: false,
    filter: path => path.split('/').slice(1).join('/') === file,
  })
  return new Promise((resolve, reject) => {
    tarball.on('error', reject)
    unpacker.on('error', reject)
    unpacker.on('close', () => resolve())
    tarball.pipe(unpacker)
  })
}
