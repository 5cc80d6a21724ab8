import type { Dialect } from '../dialect.ts'

const NAMES = ['Deno.bench', 'globalThis.Deno.bench']
const SHIM = { identifier: 'steelyard$Deno$bench', module: new URL('shim.ts', import.meta.url) }

export const deno: Dialect = {
  name: 'deno',
  title: 'Deno.bench',
  isUsedBy: ({ globals }) => NAMES.some(name => globals.includes(name)),
  shims: [],
  globals: NAMES.map(name => ({ name, ...SHIM })),
  hasImportMap: true,
  isModule: true,
}
