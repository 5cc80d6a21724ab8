import type { Runner } from '@steelyard/runners'
import type { Packument } from 'pacote'
import semver from 'semver'
import { readPackument } from './packument.ts'
import { packageOf } from './pinned-build.ts'

/** A version of a runtime that the npm registry has for this platform. */
export interface PublishedVersion {
  readonly version: string
  /** ISO 8601; null where the registry does not state it. */
  readonly publishedAt: string | null
  /** The package that carries the binary. */
  readonly packageName: string
}

export interface PublishedList {
  readonly versions: readonly PublishedVersion[]
  /** Versions by the registry's tags. */
  readonly tags: Readonly<Record<string, string>>
  /** Whether it is an earlier response because the registry does not respond now. */
  readonly isOld: boolean
}

/**
 * Returns the versions of a runtime that are published for this platform, the oldest first, in semver order: that of
 * the dates for workerd, whose versions are 1.<date>.<number>. Those before 1.0.0 are left out.
 *
 * @param prereleases whether those before a release are included, such as 2.0.0-rc.1
 * @throws LaunchError in one sentence: no package for this platform, or a registry that cannot be asked
 */
export async function publishedVersions(runner: Runner, prereleases: boolean): Promise<PublishedList> {
  const { name, formerNames = [] } = packageOf(runner)
  const responses = await Promise.all([name, ...formerNames].map(readPackument))
  const packuments = responses.map(({ packument }) => packument)
  return {
    versions: versionsIn(packuments, prereleases),
    // Where several packages have a tag, the first one's counts.
    tags: Object.assign({}, ...packuments.map(one => one['dist-tags']).reverse()),
    isOld: responses.some(({ isOld }) => isOld),
  }
}

/** Returns the versions of packages that carry the same runtime; of a version that several have, the first one's. */
export function versionsIn(
  packuments: readonly Pick<Packument, 'name' | 'versions' | 'time'>[],
  prereleases: boolean,
): readonly PublishedVersion[] {
  const versions = new Map<string, PublishedVersion>()
  for (const { name, versions: manifests, time } of packuments) {
    for (const version of Object.keys(manifests)) {
      if (!semver.valid(version) || semver.major(version) === 0 || versions.has(version)) continue
      if (!prereleases && semver.prerelease(version) !== null) continue
      versions.set(version, { version, publishedAt: time?.[version] ?? null, packageName: name })
    }
  }
  return [...versions.values()].sort((a, b) => semver.compare(a.version, b.version))
}
