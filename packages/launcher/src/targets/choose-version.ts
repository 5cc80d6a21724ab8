import type { RuntimeName } from '@steelyard/runners'
import releases from 'node-releases/data/processed/envs.json' with { type: 'json' }
import semver from 'semver'

/** The version of a target, parsed. */
export interface WantedVersion {
  readonly text: string
  /** All three numbers are given, so that no list of versions is needed. */
  readonly isExact: boolean
  /** Whether the registry may have it as a tag. */
  readonly isTag?: boolean
  matches(version: string): boolean
}

/** Returns the day on which Node released a version, e.g. `2026-05-05`; null where it is not known. */
export function nodeReleaseDate(version: string): string | null {
  return releases.find(release => release.version === version)?.date ?? null
}

/**
 * Reads the version of a target: `24.10.0`, `24.10`, `24`, `latest`, `lts` (of Node), a month or a day of workerd as `2025-10` or
 * `2025-10-08`, and another word, such as `canary`, as a tag of the registry or the name of its prereleases.
 *
 * @throws SyntaxError that lists the valid forms
 */
export function readWantedVersion(runtime: RuntimeName, text: string): WantedVersion {
  if (text === 'latest') return { text, isExact: false, matches: () => true }
  if (text === 'lts' && runtime === 'node') return { text, isExact: false, matches: isLongTermSupported }
  const date = runtime === 'workerd' ? /^(\d{4})-(\d\d)(?:-(\d\d))?$/.exec(text) : null
  if (date !== null) {
    const start = `1.${date[1]}${date[2]}${date[3] ?? ''}`
    return { text, isExact: false, matches: version => version.startsWith(start) }
  }
  if (isExactVersion(text)) return { text, isExact: true, matches: version => version === text }
  if (/^\d+(?:\.\d+)?$/.test(text)) {
    return { text, isExact: false, matches: version => version.startsWith(`${text}.`) }
  }
  if (text !== 'lts' && /^[a-z]+(?:-[a-z]+)*$/.test(text)) {
    const isNamedSo = (version: string) => String(semver.prerelease(version)?.[0]) === text
    return { text, isExact: false, isTag: true, matches: isNamedSo }
  }
  const more = { node: ', lts', workerd: ', 2025-10-08' }[runtime as string] ?? ''
  throw new SyntaxError(
    `Cannot read the version '${text}' of ${runtime}. Write one as 1, 1.2, 1.2.3, latest${more}.`,
  )
}

/** Whether a text is one exact version: no tag, range, path or address that a package fetcher reads. */
export function isExactVersion(text: string): boolean {
  return semver.valid(text) === text
}

/** Returns the newest wanted version of a list in semver order; null when there is none. */
export function newestWanted(wanted: WantedVersion, versions: readonly string[]): string | null {
  return versions.findLast(version => wanted.matches(version)) ?? null
}

/** Returns the neighbours of a missing version, in semver order: at most two below and two above. */
export function nearVersions({ text }: WantedVersion, versions: readonly string[]): readonly string[] {
  const dated = /^\d{4}-\d\d/.test(text) ? `1.${text.replaceAll('-', '').padEnd(8, '0')}` : text
  const near = semver.coerce(dated)
  if (near === null) return versions.slice(-2)
  const above = versions.findIndex(version => semver.gt(version, near))
  return above < 0 ? versions.slice(-2) : versions.slice(Math.max(0, above - 2), above + 2)
}

/** Returns true for a release newer than the list too, if its line is in it. */
function isLongTermSupported(version: string): boolean {
  const line = `${semver.major(version)}.`
  const [first] = releases
    .filter(release => release.lts !== false && release.version.startsWith(line))
    .map(release => release.version)
    .sort(semver.compare)
  return first !== undefined && semver.gte(version, first)
}
