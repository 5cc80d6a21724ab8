import { builtinModules } from 'node:module'
import type { Plugin } from 'esbuild'

/** Only modules that have a name without the prefix: a file names the others with it. */
const names = builtinModules
  .filter(name => /^\w/.test(name) && !name.startsWith('node:'))
  .map(name => name.replaceAll('/', '\\/'))

/** Leaves Node's modules out of a bundle, and adds the prefix `node:`, which not every runtime supplies. */
export const nodePrefix: Plugin = {
  name: 'node-prefix',
  setup({ onResolve }) {
    onResolve({ filter: new RegExp(`^(?:${names.join('|')})$`) }, ({ path }) => ({
      path: `node:${path}`,
      external: true,
    }))
  },
}
