import type { SuiteDescription } from './protocol.ts'
import type { DefinedServerSuite } from './server-suite.ts'
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

/** Returns what a suite says about itself. */
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
    const apps = Object.entries(suite.cases).map(([id, app]) => [
      id,
      typeof app === 'string' ? { module: app } : app,
    ])
    const server = { apps: Object.fromEntries(apps), path: suite.path ?? '/', answer: suite.answer ?? {} }
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
