import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Shim, ShimmedGlobal } from '@steelyard/dialects'
import type { BuildOptions, Plugin } from 'esbuild'

/** The module of a script that holds the shims which its text gives it. */
export const SHIMS = 'steelyard:shims'

/**
 * Puts shims in the place of what a benchmark file imports.
 *
 * @param timer a module of ours whose path and imports may look like what is shimmed; null for none
 */
export function shimmed(shims: readonly Shim[], timer: string | null = null): Plugin {
  return {
    name: 'shimmed',
    setup({ onResolve }) {
      for (const { imports, module } of shims) {
        onResolve({ filter: imports }, ({ path, importer }) =>
          isPackage(importer) || importer === timer || path === timer
            ? null
            : { path: fileURLToPath(module) },
        )
      }
    },
  }
}

/** Puts what shims export in the place of globals, wherever they are used by their names. */
export function withGlobals(globals: readonly ShimmedGlobal[]): Pick<BuildOptions, 'define' | 'inject'> {
  return {
    define: Object.fromEntries(globals.map(({ name, identifier }) => [name, identifier])),
    inject: [...new Set(globals.map(({ module }) => fileURLToPath(module)))],
  }
}

/** Does what `shimmed` does for a script, which is given the shims when it is loaded. */
export function tabled(shims: readonly Shim[]): Plugin {
  return {
    name: 'tabled',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: new RegExp(`^${SHIMS}$`) }, () => ({ path: SHIMS, namespace: SHIMS }))
      onLoad({ filter: new RegExp(`^${SHIMS}$`), namespace: SHIMS }, () => ({
        contents: 'exports.table = []',
      }))
      for (const [index, { imports, isPartial }] of shims.entries()) {
        onResolve({ filter: imports }, ({ path, importer, resolveDir, namespace }) => {
          if (isPackage(importer)) return null
          if (namespace === SHIMS) return { path }
          const place = resolve(resolveDir, path)
          const real = isPartial ? [place, `${place}.js`].find(isFile) : undefined
          return {
            path: `${index} for ${real ?? ''}`,
            namespace: SHIMS,
            pluginData: { index, real, resolveDir },
          }
        })
      }
      onLoad({ filter: /^\d+ for /, namespace: SHIMS }, ({ pluginData: { index, real, resolveDir } }) => ({
        contents: `const shim = require(${JSON.stringify(SHIMS)}).table[${index}]
${real ? `module.exports = new Proxy({}, { get: (_, key) => key in shim ? shim[key] : require(${JSON.stringify(real)})[key] })` : `module.exports = shim['module.exports'] ?? shim`}`,
        resolveDir,
      }))
    },
  }
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false
}

/** What packages import is their own. */
function isPackage(importer: string): boolean {
  return importer.includes('/node_modules/')
}
