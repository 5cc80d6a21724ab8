import type { Runner } from '@steelyard/runners'
import { LaunchError } from '../process/launch-error.ts'
import { readWantedVersion } from './choose-version.ts'
import { publishedWanted } from './find-version.ts'
import { packageOf, pinnedIfAny, pinOf } from './pinned-build.ts'
import { publishedVersions } from './published-versions.ts'

/**
 * Returns the one release that a version of a target names now, without fetching it: the newest that matches, or the pinned
 * one.
 *
 * @param version null for the pinned one
 * @throws LaunchError or SyntaxError in one sentence
 */
export async function exactVersion(runner: Runner, version: string | null): Promise<string> {
  if (version === null) {
    const pinned = pinnedIfAny(runner)?.version ?? pinOf(runner)?.version
    if (pinned !== undefined) return pinned
    throw new LaunchError(
      'start',
      `Cannot name the pinned ${runner.name}: its package ${packageOf(runner).name} is not installed. Give a version: ${runner.name}@<version>.`,
    )
  }
  const wanted = readWantedVersion(runner.name, version)
  if (wanted.isExact) return version
  const published = await publishedVersions(runner, wanted.isTag === true)
  return publishedWanted(runner, wanted, published).version
}

/** Returns whether packages of a runtime are known for this platform. */
export function isPackaged(runner: Runner): boolean {
  return runner.packages[`${process.platform}-${process.arch}`] !== undefined
}
