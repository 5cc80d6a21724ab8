import { resolve } from 'node:path'
import { isExactVersion, parseTarget, type TargetSpec } from '@steelyard/launcher'
import type { RunOptions, SuiteWord } from '@steelyard/measure'
import { askedTargets, isCatalogued } from '@steelyard/measure'
import { isHarmlessFlag } from '@steelyard/runners'
import { visibleText } from '../../output/visible-text.ts'

/**
 * Returns what a run would start, write or read that somebody else has named: each a line for people, word for word. A
 * pinned or published runtime, a harmless flag and a suite of this repository are none.
 *
 * @param options what would be measured: they are read as `prepare` reads them
 * @param places where the user says that builds lie
 * @throws SyntaxError for a target that cannot be read
 */
export function untrustedIn(
  options: Pick<RunOptions, 'suites' | 'runtimes' | 'flags'>,
  places: readonly string[],
): string[] {
  const own = new Set(places.map(place => resolve(place)))
  const suites = options.suites.filter(word => !isCatalogued(word)).flatMap(suiteLines)
  const targets = askedTargets(options).flatMap(({ text }) => untrustedOf(parseTarget(text), own))
  return [...new Set([...suites, ...targets])]
}

function suiteLines(word: SuiteWord): string[] {
  if (typeof word !== 'string') {
    const { setup, expressions } = word
    return [
      ...expressions.map(text => `an expression, which is code: ${visibleText(text)}`),
      ...(setup === '' ? [] : [`its setup, which is code: ${visibleText(setup)}`]),
    ]
  }
  const file = resolve(word)
  return [
    `a suite file, which is code: ${visibleText(word)}${file === word ? '' : ` (${visibleText(file)})`}`,
  ]
}

function untrustedOf(spec: TargetSpec, own: ReadonlySet<string>): string[] {
  const { runtime, version, path, flags, environment } = spec
  const build = visibleText(`${runtime}${version === null ? '' : `@${version}`}`)
  return [
    ...(version === null || isExactVersion(version) ? [] : [`a version that is not one release: ${build}`]),
    ...(path === null || own.has(path) ? [] : [`a binary for ${build}: ${visibleText(path)}`]),
    ...flags
      .filter(flag => !isHarmlessFlag(runtime, flag))
      .map(flag => `a flag for ${build}: ${visibleText(flag)}`),
    ...Object.entries(environment).map(
      ([name, value]) => `an environment variable for ${build}: ${visibleText(`${name}=${value}`)}`,
    ),
  ]
}
