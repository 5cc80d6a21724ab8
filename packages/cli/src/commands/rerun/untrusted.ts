import { resolve } from 'node:path'
import { isExactVersion, parseTarget, type TargetSpec } from '@steelyard/launcher'
import type { RunSelection, SuiteWord } from '@steelyard/measure'
import { askedTargets, isBundled, isCatalogued, suiteByHash } from '@steelyard/measure'
import { visibleText } from '../../output/visible-text.ts'
import { buildName, sentBuildOf } from '../fleet/sent-names.ts'

/** What a worker may be allowed to run beyond published builds and built-in suites. Files and paths are of one machine. */
export const ALLOWABLE = ['builds', 'suites', 'expressions', 'flags', 'environment'] as const

export type Allowed = (typeof ALLOWABLE)[number]

/** Something that a record or a job names, and that a run would start, write or read. */
export interface Untrusted {
  readonly kind: Allowed | 'files' | 'versions' | 'paths'
  /** For people, word for word. */
  readonly line: string
}

/**
 * Returns what a run of someone else's command would start, write or read: each a line for people, word for word. A
 * pinned or published runtime and a suite of this repository are none.
 *
 * @param options what would be measured: they are read as `prepare` reads them
 * @param places where the user says that builds lie
 * @throws SyntaxError for a target that cannot be read
 */
export function untrustedIn(
  options: Pick<RunSelection, 'suites' | 'runtimes' | 'flags'>,
  places: readonly string[],
): string[] {
  return [...new Set(untrustedParts(options, places).map(({ line }) => line))]
}

/** Returns each untrusted part with what it is, as often as it is named. */
export function untrustedParts(
  options: Pick<RunSelection, 'suites' | 'runtimes' | 'flags'>,
  places: readonly string[],
): Untrusted[] {
  const own = new Set(places.map(place => resolve(place)))
  const suites = options.suites.filter(word => !isCatalogued(word)).flatMap(partsOfSuite)
  const targets = askedTargets(options).flatMap(({ text }) => partsOfTarget(parseTarget(text), own))
  return [...suites, ...targets]
}

function partsOfSuite(word: SuiteWord): Untrusted[] {
  if (isBundled(word)) return [{ kind: 'files', line: `a suite file, which is code: ${word.name}` }]
  if (typeof word !== 'string') {
    const { setup, expressions } = word
    return [
      ...expressions.map(text => `an expression, which is code: ${visibleText(text)}`),
      ...(setup === '' ? [] : [`its setup, which is code: ${visibleText(setup)}`]),
    ].map(line => ({ kind: 'expressions', line }))
  }
  if (suiteByHash(word) !== null)
    return [{ kind: 'suites', line: `a suite that was sent, which is code: ${visibleText(word)}` }]
  const file = resolve(word)
  const shown = `${visibleText(word)}${file === word ? '' : ` (${visibleText(file)})`}`
  return [{ kind: 'files', line: `a suite file, which is code: ${shown}` }]
}

function partsOfTarget(spec: TargetSpec, own: ReadonlySet<string>): Untrusted[] {
  const { runtime, version, path, flags, environment } = spec
  const build = visibleText(`${runtime}${version === null ? '' : `@${version}`}`)
  const isRelease = version === null || isExactVersion(version)
  const isSent = sentBuildOf(spec) !== null
  const isOwn = isSent || path === null || own.has(path)
  const lines = {
    versions: isRelease ? [] : [`a version that is not one release: ${build}`],
    paths: isOwn ? [] : [`a binary for ${build}: ${visibleText(path)}`],
    builds: isSent ? [`a build that was sent: ${buildName(spec)}`] : [],
    flags: flags.map(flag => `a flag for ${build}: ${visibleText(flag)}`),
    environment: Object.entries(environment).map(
      ([name, value]) => `an environment variable for ${build}: ${visibleText(`${name}=${value}`)}`,
    ),
  } satisfies Partial<Record<Untrusted['kind'], string[]>>
  return Object.entries(lines).flatMap(([kind, all]) =>
    all.map(line => ({ kind: kind as Untrusted['kind'], line })),
  )
}
