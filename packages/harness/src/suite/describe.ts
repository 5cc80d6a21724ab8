import { functionText } from '../intrinsics.ts'
import { firstCharacters } from '../protocol/first-characters.ts'
import type { DescribedApp, SuiteCode, SuiteDescription } from '../protocol/protocol.ts'
import type { AdoptedCase, AdoptedSuite } from './adopted-suite.ts'
import type { Chosen, Params } from './params.ts'
import type { DefinedServerSuite, ServerApp } from './server-suite.ts'
import { type AnySuite, longForm } from './suite.ts'

export type SomeSuite = AnySuite | DefinedServerSuite | AdoptedSuite

/** Returns what a suite file exports by default; throws TypeError when that is no suite. */
export function asSuite(definition: unknown): SomeSuite {
  if (typeof definition === 'object' && definition !== null) {
    if (isAdopted(definition)) return definition
    const suite = longForm(definition)
    if ('cases' in suite && Object.keys(suite.cases).length > 0) return suite
  }
  throw new TypeError(
    `Cannot read the suite: the file has no default export made by suite(), and uses no dialect that is known. Add: export default suite({ … }), or choose with --dialect.`,
  )
}

export function describe(suite: SomeSuite): SuiteDescription {
  const cases = Object.keys(suite.cases)
  const common = {
    name: suite.name ?? '',
    question: suite.question ?? '',
    params: suite.params ?? {},
    baseline: suite.baseline ?? cases[0] ?? '',
    cases,
    unsupported: isAdopted(suite) ? {} : (suite.unsupported ?? {}),
    ...(!isAdopted(suite) && suite.descriptions && { descriptions: suite.descriptions }),
    ...(!isAdopted(suite) && suite.tags && { tags: suite.tags }),
  }
  const functions = { across: [], hasExpected: false, perCall: [], memory: false, server: null }
  if (isAdopted(suite)) {
    const { dialect, cases: adoptedCases, unsupported } = suite
    const of = <T>(get: (one: AdoptedCase) => T) =>
      Object.fromEntries(Object.entries(adoptedCases).map(([id, one]) => [id, get(one)]))
    const adopted = {
      dialect,
      titles: of(({ title }) => title),
      paramsOf: of(one => one.params),
      leftOut: of(one => one.leftOut ?? []),
      unsupported,
    }
    return { ...common, ...functions, compare: 'targets', hasExpected: true, adopted }
  }
  if ('kind' in suite) {
    const apps = Object.entries(suite.cases).map(([id, app]) => [id, describeApp(app)] as const)
    const { measure = 'load', path = '/', answer = {}, beside = null, upstream = null } = suite
    const server = { apps: Object.fromEntries(apps), measure, path, answer, beside, upstream }
    const { compare = 'targets', across = [] } = suite
    return { ...common, ...functions, compare, across: across === true ? cases : across, server }
  }
  return {
    ...common,
    ...functions,
    compare: suite.compare ?? 'cases',
    across: suite.across === true ? cases : (suite.across ?? null),
    hasExpected: suite.expected !== undefined,
    ...(suite.needs && { needs: suite.needs }),
    perCall: suite.perCall === true ? cases : (suite.perCall ?? []),
    memory: suite.memory ?? false,
    code: codeOf(suite),
  }
}

/** UTF-16 units: enough for a page of code. */
const LONGEST_CASE = 4000
const LONGEST_SETUP = 1000

function codeOf({ setup, cases }: AnySuite): SuiteCode {
  const texts = Object.entries(cases).map(([id, run]) => [id, shortText(run, LONGEST_CASE)] as const)
  return {
    setup: setup === undefined ? null : shortText(setup, LONGEST_SETUP),
    cases: Object.fromEntries(texts),
  }
}

function shortText(run: (...args: never) => unknown, longest: number): string {
  const text = functionText(run)
  return text.length <= longest ? text : `${firstCharacters(text, longest - 1)}…`
}

/** Whether a suite was made of an adopted benchmark file. */
export function isAdopted(suite: object): suite is AdoptedSuite {
  return 'kind' in suite && suite.kind === 'adopted'
}

function describeApp(app: string | ServerApp): DescribedApp {
  if (typeof app === 'string') return { module: app }
  if (!('source' in app)) return app
  return { sourced: true, ...(app.environment ? { environment: app.environment } : {}) }
}

/** Returns the text of an app's module; throws TypeError for one that is no function of its parameters. */
export function sourceOf(suite: SomeSuite, caseId: string, params: Chosen<Params>): string {
  const app = 'kind' in suite && !isAdopted(suite) ? suite.cases[caseId] : undefined
  if (typeof app !== 'object' || !('source' in app)) {
    throw new TypeError(`Cannot make the app ${caseId}: it has no function 'source'.`)
  }
  return app.source(params)
}
