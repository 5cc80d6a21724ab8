import { builtinModules } from 'node:module'
import type { Plugin } from 'esbuild'

const names = builtinModules.filter(name => /^\w/.test(name)).map(name => name.replaceAll('/', '\\/'))

/** Leaves modules of Node out of a bundle, and writes `node:` before those that lack it: not every runtime guesses. */
export const nodePrefix: Plugin = {
  name: 'node-prefix',
  setup({ onResolve }) {
    onResolve({ filter: new RegExp(`^(?:${names.join('|')})$`) }, ({ path }) => ({
      path: `node:${path}`,
      external: true,
    }))
  },
}
