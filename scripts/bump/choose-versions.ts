import semver from 'semver'

/** A version in the catalog: of a tool, or of a runtime's package for one platform. */
export interface Pin {
  /** The runtime or the tool. */
  readonly product: string
  /** As `linux-x64`; null for a tool, which is the same everywhere. */
  readonly platform: string | null
  readonly packageName: string
  readonly version: string
}

export interface Choice extends Pin {
  /** The newest release in the registry; null when it has none. */
  readonly newest: string | null
  /** What it is pinned to afterwards, never lower than before. */
  readonly next: string
}

/** The part of a registry's response that the choice needs. */
export interface Published {
  /** Manifests, by version. */
  readonly versions: Readonly<Record<string, object>>
}

/** The package of a runtime's types, which is published with the runtime. */
export interface Types {
  readonly published: Published
  /** Returns the version of the types of a version of the runtime. */
  versionOf(version: string): string
}

/**
 * Returns what a pin becomes: the newest release, unless that is not higher than what is pinned.
 *
 * @param types a runtime does not go to a version that these do not have
 */
export function chooseVersion(pin: Pin, published: Published, types?: Types): Choice {
  const releases = releasesOf(published)
  const hasTypes = (version: string) =>
    types === undefined || types.versionOf(version) in types.published.versions
  const candidate = releases.find(hasTypes)
  const isHigher = candidate !== undefined && semver.gt(candidate, pin.version)
  return { ...pin, newest: releases[0] ?? null, next: isHigher ? candidate : pin.version }
}

/** Returns what the pin of a runtime's types becomes. */
export function chooseTypes(pin: Pin, { published, versionOf }: Types, runtime: Choice): Choice {
  return { ...pin, newest: releasesOf(published)[0] ?? null, next: versionOf(runtime.next) }
}

/** Returns the versions that are neither pre-releases nor deprecated, the highest first. */
function releasesOf({ versions }: Published): readonly string[] {
  const releases = Object.entries(versions)
    .filter(([version, manifest]) => isRelease(version) && !isDeprecated(manifest))
    .map(([version]) => version)
  return semver.rsort(releases)
}

function isRelease(version: string): boolean {
  return semver.valid(version) === version && semver.prerelease(version) === null
}

/** A registry may give an empty text, or false, for what is not deprecated. */
function isDeprecated(manifest: { readonly deprecated?: unknown }): boolean {
  return Boolean(manifest.deprecated)
}

/** Returns the choices that change something. */
export function bumped(choices: readonly Choice[]): readonly Choice[] {
  return choices.filter(({ version, next }) => next !== version)
}

/** Returns a sentence for each pin that does not follow the registry, and for each runtime whose platforms differ. */
export function remarksOn(choices: readonly Choice[]): readonly string[] {
  const waiting = choices.filter(({ newest, next }) => newest !== null && semver.gt(newest, next))
  const kept = choices.filter(({ newest, version }) => newest === null || semver.lt(newest, version))
  return [
    ...kept.map(
      ({ packageName, newest, next }) =>
        `${packageName} stays at ${next}: ${newest === null ? 'the registry has no release of it' : `the newest release in the registry is ${newest}`}.`,
    ),
    ...waiting.map(
      ({ packageName, newest, version, next }) =>
        `${packageName} ${step(version, next)}, not ${newest}: a runtime and its types change together.`,
    ),
    ...[...Map.groupBy(choices, ({ product }) => product)].flatMap(([product, own]) =>
      incomplete(product, own),
    ),
  ]
}

function incomplete(product: string, choices: readonly Choice[]): readonly string[] {
  const newest = semver.rsort(choices.map(({ next }) => next))[0] ?? ''
  const behind = choices.filter(({ next }) => next !== newest)
  if (behind.length === 0) return []
  const platforms = behind.map(({ platform, version, next }) => `${platform} ${step(version, next)}`)
  return [`${product} ${newest} is not there for every platform: ${platforms.join(', ')}.`]
}

function step(version: string, next: string): string {
  return `${next === version ? 'stays at' : 'goes to'} ${next}`
}
