import { hash } from 'node:crypto'
import { chmod, realpath } from 'node:fs/promises'
import { basename } from 'node:path'
import { type Runner, runners } from '@steelyard/runners'
import { noteUse } from '../cache/cache-entry.ts'
import type { InstalledRuntime } from '../cache/runtime-cache.ts'
import { LaunchError } from '../process/launch-error.ts'
import { askVersion, askVersionOnce, hashBinary, isExecutable, searchEngineVersion } from './binary-facts.ts'
import { findPinned } from './find-pinned.ts'
import { findVersion } from './find-version.ts'
import { linkedLibraries } from './linked-libraries.ts'
import { localBinary } from './local-binary.ts'
import { type ResolveEvents, SILENT } from './resolve-events.ts'
import type { TargetSpec } from './target.ts'

/** A target with its binary, version and hash. */
export interface Target {
  readonly spec: TargetSpec
  readonly runner: Runner
  /** Absolute path; never written to a record. */
  readonly binary: string
  readonly source: 'npm' | 'path'
  readonly sha256: string
  readonly version: string
  readonly engineVersion: string
  readonly compatibilityDate: string | null
}

/**
 * Finds the binary of a target, fetches it when it is not here, hashes it and asks it for its version.
 *
 * @param directory home of the binary when it is run for its version
 * @throws LaunchError or SyntaxError in one sentence: not there, not executable, no such version, not the one that was
 *   installed
 */
export async function resolveTarget(
  spec: TargetSpec,
  directory: string,
  events: ResolveEvents = SILENT,
): Promise<Target> {
  const runner = runners[spec.runtime]
  const build = await buildOf(spec, runner, directory, events)
  return { ...build, spec, runner, compatibilityDate: runner.compatibilityDate?.(build.version) ?? null }
}

/** Returns the id of a target, unique if its path, flags or environment are; never a path. */
export function targetId({ spec, version, source, sha256 }: Target): string {
  const name = spec.label ?? sha256.slice(0, 8)
  const build = source === 'npm' ? `${spec.runtime}@${version}` : `${spec.runtime}~${name}`
  const environment = Object.entries(spec.environment).map(([name, value]) => `${name}=${value}`)
  return [...environment, build, ...spec.flags].join(' ')
}

type Build = Pick<Target, 'binary' | 'source' | 'sha256' | 'version' | 'engineVersion'>

async function buildOf(
  { text, version, path }: TargetSpec,
  runner: Runner,
  directory: string,
  events: ResolveEvents,
): Promise<Build> {
  if (path !== null) {
    const binary = await localBinary(runner, path)
    return { ...(await look(runner, binary, text, directory, askVersion)), binary, source: 'path' }
  }
  const found =
    version === null
      ? await findPinned(runner, directory, events)
      : await findVersion(runner, version, directory, events)
  if (found.facts !== undefined) return installedBuild(found)
  const { binary } = found
  // Some packages lack the run bit.
  if (!(await isExecutable(binary))) await chmod(binary, 0o755)
  const facts = await look(runner, binary, text, directory, askVersionOnce)
  return { ...facts, binary, version: found.version, source: 'npm' }
}

/** A cached binary is identified by its hash before it is run; its version was read when it was installed. */
async function installedBuild(installed: InstalledRuntime): Promise<Build> {
  const { runtime, binary, facts } = installed
  const sha256 = await hashBinary(binary).catch(() => null)
  if (sha256 !== facts.sha256) {
    const text = `${runtime}@${facts.version}`
    const what = sha256 === null ? 'cannot be read' : 'has another hash than the one that was installed'
    throw new LaunchError(
      'start',
      `Cannot use ${text}: its binary in the cache ${what}. Remove it with the command 'runtimes prune ${text}' and try again.`,
    )
  }
  await noteUse(installed.folder)
  return { binary, source: 'npm', sha256, version: facts.version, engineVersion: facts.engineVersion }
}

async function look(runner: Runner, binary: string, text: string, directory: string, ask: typeof askVersion) {
  const [facts, sha256] = await Promise.all([ask(runner, binary, text, directory), hashBinary(binary)])
  const library = await engineLibraryOf(runner, binary, directory)
  return {
    sha256: library === null ? sha256 : hash('sha256', `${sha256} ${await hashBinary(library)}`),
    version: facts.version,
    engineVersion:
      facts.engineVersion ??
      /\.so\.([\d.]+)$/.exec(library ?? '')?.[1] ??
      (await searchEngineVersion(binary)) ??
      'unknown',
  }
}

/** Returns the library that holds the engine; null where the binary holds it, or no dynamic linker names the library. */
async function engineLibraryOf({ engineLibrary }: Runner, binary: string, directory: string) {
  if (engineLibrary === undefined) return null
  const files = await linkedLibraries(binary, directory)
  const found = files.find(file => engineLibrary.test(basename(file)))
  return found === undefined ? null : realpath(found)
}
