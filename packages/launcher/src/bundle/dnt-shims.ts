import type { Plugin } from 'esbuild'

const NAMES = ['Deno', 'Blob', 'crypto', 'fetch', 'File', 'FormData', 'Headers', 'Request', 'Response']

/**
 * Gives packages that dnt has made of Deno modules the web APIs of the runtime they run in. For old versions of Node they
 * bring their own, which would be measured in their place.
 */
export const dntShims: Plugin = {
  name: 'dnt-shims',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]_dnt\.shims\.js$/ }, () => ({
      contents: `export const dntGlobalThis = globalThis
export const { ${NAMES.join(', ')} } = globalThis`,
      loader: 'js',
    }))
  },
}
