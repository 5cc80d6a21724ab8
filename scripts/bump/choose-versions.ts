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

/** The part of a registry's answer that the choice needs. */
export interface Published {
  /** Manifests, by version. */
  readonly versions: Readonly<Record<string, object>>
}

/** Returns what a pin becomes: the newest release, unless that is not higher than what is pinned. */
export function chooseVersion(pin: Pin, published: Published): Choice {
  const newest = newestRelease(published)
  const isHigher = newest !== null && semver.gt(newest, pin.version)
  return { ...pin, newest, next: isHigher ? newest : pin.version }
}

/** Returns the highest version that is neither a pre-release nor deprecated; null when there is none. */
function newestRelease({ versions }: Published): string | null {
  const releases = Object.entries(versions)
    .filter(([version, manifest]) => isRelease(version) && !isDeprecated(manifest))
    .map(([version]) => version)
  return semver.rsort(releases)[0] ?? null
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

/** Returns a sentence for each pin that is newer than the registry, and for each runtime whose platforms are not equal. */
export function remarksOn(choices: readonly Choice[]): readonly string[] {
  const kept = choices.filter(({ newest, version }) => newest === null || semver.lt(newest, version))
  return [
    ...kept.map(
      ({ packageName, newest, next }) =>
        `${packageName} stays at ${next}: ${newest === null ? 'the registry has no release of it' : `the newest release in the registry is ${newest}`}.`,
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
  const platforms = behind.map(
    ({ platform, version, next }) => `${platform} ${next === version ? 'stays at' : 'goes to'} ${next}`,
  )
  return [`${product} ${newest} is not there for every platform: ${platforms.join(', ')}.`]
}
