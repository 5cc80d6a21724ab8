import { fileURLToPath } from 'node:url'
import type { Shim } from '@steelyard/dialects'
import type { Plugin } from 'esbuild'

/** Puts shims in the place of what a benchmark file imports. */
export function shimmed(shims: readonly Shim[]): Plugin {
  return {
    name: 'shimmed',
    setup({ onResolve }) {
      for (const { imports, module } of shims) {
        onResolve({ filter: imports }, () => ({ path: fileURLToPath(module) }))
      }
    },
  }
}
