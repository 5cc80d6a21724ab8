import type { Runner } from '@steelyard/runners'
import semver from 'semver'
import { findInstalled, type InstalledRuntime, listInstalled } from '../cache/runtime-cache.ts'
import { LaunchError } from '../process/launch-error.ts'
import { nearVersions, newestWanted, readWantedVersion, type WantedVersion } from './choose-version.ts'
import { installRuntime } from './install-runtime.ts'
import { type PinnedBuild, packageOf, pinnedIfAny, pinOf } from './pinned-build.ts'
import { type PublishedList, type PublishedVersion, publishedVersions } from './published-versions.ts'
import type { ResolveEvents } from './resolve-events.ts'

/**
 * Finds the build that a version names: the pinned one, one in the cache, or one that is fetched. An exact version that
 * is here needs no registry. Other versions give the newest that the registry has, or the newest here when it does not
 * respond.
 *
 * @param directory home of a binary that is run for its version
 * @throws LaunchError or SyntaxError in one sentence
 */
export async function findVersion(
  runner: Runner,
  text: string,
  directory: string,
  events: ResolveEvents,
): Promise<PinnedBuild | InstalledRuntime> {
  const wanted = readWantedVersion(runner.name, text)
  if (wanted.isExact) {
    const here = await findHere(runner, text)
    if (here !== null) return here
  }
  const withPrereleases = wanted.isExact || wanted.isTag === true
  const asked = await publishedVersions(runner, withPrereleases).catch((error: unknown) => {
    if (error instanceof LaunchError) return error
    throw error
  })
  if (asked instanceof LaunchError || asked.isOld) {
    const here = await newestHere(runner, wanted)
    if (here !== null) {
      events.onWarning(
        `The npm registry does not answer: ${runner.name}@${text} is ${here.version}, the newest such version on this machine.`,
      )
      return here
    }
    if (asked instanceof LaunchError) throw asked
  }
  const published = publishedWanted(runner, wanted, asked)
  const here = await findHere(runner, published.version)
  if (here !== null) return here
  // The cache keeps one build of a version: that of the pin is used by its version alone later.
  const pin = pinOf(runner)
  const build = pin?.version === published.version ? pin : published
  return installRuntime(runner, build, directory, events)
}

/** Returns a version that is on this machine, the pinned one first; null when there is none. */
async function findHere(runner: Runner, version: string) {
  const pinned = pinnedIfAny(runner)
  return pinned?.version === version ? pinned : findInstalled(runner.name, version)
}

async function newestHere(runner: Runner, wanted: WantedVersion) {
  const pinned = pinnedIfAny(runner)
  const here = [...(pinned ? [pinned] : []), ...(await listInstalled(runner.name))]
  const version = newestWanted(wanted, here.map(one => one.version).sort(semver.compare))
  return here.find(one => one.version === version) ?? null
}

/**
 * Returns the published version that was wanted: the one of a tag, else the newest that matches.
 *
 * @throws LaunchError that names near ones
 */
export function publishedWanted(
  { name }: Runner,
  wanted: WantedVersion,
  { versions: published, tags }: Pick<PublishedList, 'versions' | 'tags'>,
): PublishedVersion {
  const versions = published.map(({ version }) => version)
  const tagged = wanted.isTag && Object.hasOwn(tags, wanted.text) ? tags[wanted.text] : undefined
  const version = tagged ?? newestWanted(wanted, versions)
  const found = published.find(one => one.version === version)
  if (found !== undefined) return found
  if (wanted.isTag) throw new LaunchError('start', withoutTag(name, wanted.text, versions, tags))
  const near = nearVersions(wanted, versions)
  throw new LaunchError(
    'start',
    `Cannot find ${name}@${wanted.text}: the npm registry has no such version for ${process.platform}-${process.arch}. ${near.length > 0 ? `The nearest are ${near.join(', ')}.` : `It has none of ${name}.`}`,
  )
}

function withoutTag(runtime: string, tag: string, versions: readonly string[], tags: PublishedList['tags']) {
  const named = versions.flatMap(version => semver.prerelease(version)?.slice(0, 1) ?? []).map(String)
  const known = [...new Set([...Object.keys(tags), ...named])].filter(name => /^[a-z]/.test(name))
  return `Cannot find ${runtime}@${tag}: the npm registry has no such tag, and no prereleases of that name. It has ${known.join(', ') || 'none'}.`
}

/**
 * Returns the one release that a version of a target names now, without fetching it: the newest that matches, or the pin.
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
