import type { Dialect } from '../dialect.ts'

/** A method `bench`, of whose first parameter `run` is called. */
const HANDLER =
  /(?<!function\s+)\bbench\s*(?::\s*(?:async\s+)?(?:function\s*)?)?\(?\s*([\w$]+)[^)]*\)?[\s\S]*?\b\1\.run\s*\(/

export const workerd: Dialect = {
  name: 'workerd',
  title: "workerd's bench()",
  isUsedBy: ({ exports, text }) => exports.length > 0 && HANDLER.test(text),
  shims: [],
  asks: new URL('shim.ts', import.meta.url),
  isModule: true,
}
