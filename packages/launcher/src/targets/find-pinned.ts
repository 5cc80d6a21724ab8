import type { Runner } from '@steelyard/runners'
import { findInstalled, type InstalledRuntime } from '../cache/runtime-cache.ts'
import { BinaryError, LaunchError } from '../process/launch-error.ts'
import { type PinnedBuild, packageOf, pinnedIfAny, pinOf } from './pinned-build.ts'
import type { ResolveEvents } from './resolve-events.ts'

export type { ResolveEvents }

/** Returns the pinned build of a runtime if it is on this machine, installed with the project or in the cache. */
export async function pinnedHere(runner: Runner): Promise<PinnedBuild | InstalledRuntime | null> {
  const installed = pinnedIfAny(runner)
  if (installed !== null) return installed
  const pin = pinOf(runner)
  return pin === null ? null : findInstalled(runner.name, pin.version)
}

/**
 * Finds the pinned build of a runtime. The published package, which comes without runtimes, fetches it when it is first needed.
 *
 * @param directory home of the binary when it is run for its version
 * @throws LaunchError or BinaryError in one sentence
 */
export async function findPinned(
  runner: Runner,
  directory: string,
  events: ResolveEvents,
): Promise<PinnedBuild | InstalledRuntime> {
  const here = await pinnedHere(runner)
  if (here !== null) return here
  const pin = pinOf(runner)
  if (pin === null) {
    throw new BinaryError(
      `Cannot run ${runner.name}: its package ${packageOf(runner).name} is not installed. Install again with optional packages, and read their messages.`,
    )
  }
  // Loaded when it is needed: it brings the client of the registry.
  const { installRuntime } = await import('./install-runtime.ts')
  try {
    return await installRuntime(runner, pin, directory, events)
  } catch (error) {
    if (!(error instanceof LaunchError)) throw error
    throw new LaunchError(
      error.failure,
      `${error.message} The pinned ${runner.name}@${pin.version} is downloaded when it is first needed.`,
    )
  }
}
