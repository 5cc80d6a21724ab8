import type { DescribedApp, SuiteDescription } from '../protocol/protocol.ts'
import type { ParamValue } from './params.ts'
import type { DefinedServerSuite, ServerApp } from './server-suite.ts'
import type { AnySuite } from './suite.ts'

/** Returns what a suite file exports by default; throws TypeError when that is no suite. */
export function asSuite(definition: unknown): AnySuite | DefinedServerSuite {
  if (typeof definition === 'object' && definition !== null && 'cases' in definition) {
    return definition as AnySuite | DefinedServerSuite
  }
  throw new TypeError(
    `Cannot read the suite: the file has no default export made by suite(). Add: export default suite({ … }).`,
  )
}

/** Returns a suite's description. */
export function describe(suite: AnySuite | DefinedServerSuite): SuiteDescription {
  const cases = Object.keys(suite.cases)
  const common = {
    name: suite.name,
    question: suite.question,
    params: suite.params ?? {},
    baseline: suite.baseline ?? cases[0] ?? '',
    cases,
    unsupported: suite.unsupported ?? {},
  }
  if ('kind' in suite) {
    const apps = Object.entries(suite.cases).map(([id, app]) => [id, describeApp(app)] as const)
    const server = {
      apps: Object.fromEntries(apps),
      measure: suite.measure ?? 'load',
      path: suite.path ?? '/',
      answer: suite.answer ?? {},
      beside: suite.beside ?? null,
    }
    const compare = suite.compare ?? 'targets'
    return { ...common, compare, hasExpected: false, perCall: [], memory: false, server }
  }
  return {
    ...common,
    compare: suite.compare ?? 'cases',
    hasExpected: suite.expected !== undefined,
    perCall: suite.perCall === true ? cases : (suite.perCall ?? []),
    memory: suite.memory ?? false,
    server: null,
  }
}

function describeApp(app: string | ServerApp): DescribedApp {
  if (typeof app === 'string') return { module: app }
  if (!('source' in app)) return app
  return { sourced: true, ...(app.environment ? { environment: app.environment } : {}) }
}

/** Returns the text of an app's module; throws TypeError for one that is no function of its parameters. */
export function sourceOf(
  suite: AnySuite | DefinedServerSuite,
  caseId: string,
  params: Readonly<Record<string, ParamValue>>,
): string {
  const app = 'kind' in suite ? suite.cases[caseId] : undefined
  if (typeof app !== 'object' || !('source' in app)) {
    throw new TypeError(`Cannot make the app ${caseId}: it has no function 'source'.`)
  }
  return app.source(params)
}
