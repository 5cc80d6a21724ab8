import type { Dialect } from '../dialect.ts'

/** The package by name or address; by a path only in `node_modules`, since any folder may have that name. */
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
