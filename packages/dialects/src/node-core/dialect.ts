import type { Dialect } from '../dialect.ts'

const COMMON = /(?:^|\/)common(?:\.js)?$/

export const nodeCore: Dialect = {
  name: 'node-core',
  title: "Node core's createBenchmark",
  isUsedBy: ({ imports, text }) =>
    imports.some(path => COMMON.test(path)) && /\bcreateBenchmark\b/.test(text),
  shims: [{ imports: COMMON, module: new URL('shim.ts', import.meta.url), isPartial: true }],
}
