import type { Dialect } from '../dialect.ts'

/** By its name or an address. A path may lie in a folder of that name, and is the package in `node_modules` alone. */
const PACKAGE = /^(?:[^./].*[/:])?mitata(?:[@/]|$)|\/node_modules\/mitata\//
/** What Bun's own benchmarks import it by. */
const RUNNER = /^\.{1,2}\/(?:.*\/)?runner\.m?js$/
const MODULE = new URL('shim.ts', import.meta.url)

export const mitata: Dialect = {
  name: 'mitata',
  title: 'mitata',
  isUsedBy: ({ imports, text }) =>
    imports.some(path => PACKAGE.test(path)) ||
    (imports.some(path => RUNNER.test(path)) && /\bbench\b/.test(text)),
  shims: [PACKAGE, RUNNER].map(imports => ({ imports, module: MODULE })),
}
