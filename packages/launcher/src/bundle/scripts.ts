import { type BuildOptions, build, type Plugin } from 'esbuild'
import { unreadable } from './bundle.ts'

/** The module that holds what loads a file of a script. */
export const SCRIPTS = 'steelyard:scripts'

const SCRIPT = /\.[cm]?[jt]sx?$/

/**
 * Returns the CommonJS files that modules of a bundle import, by their absolute paths, sorted.
 *
 * @param what as messages name it
 * @param contents the text of the bundle's entry
 * @throws SyntaxError as `bundled`
 */
export async function importedScripts(
  what: string,
  contents: string,
  options: BuildOptions,
): Promise<readonly string[]> {
  const result = await build({
    ...options,
    ...{ write: false, metafile: true, absWorkingDir: '/' },
    stdin: { contents, resolveDir: '/', sourcefile: 'bundle.js' },
  }).catch(error => {
    throw unreadable(what, error)
  })
  const inputs = result.metafile?.inputs ?? {}
  const imported = Object.values(inputs)
    .filter(({ format }) => format !== 'cjs')
    .flatMap(({ imports }) => imports.map(({ path }) => path))
  const scripts = new Set(imported.filter(path => inputs[path]?.format === 'cjs' && SCRIPT.test(path)))
  return [...scripts].map(path => `/${path}`).sort()
}

/** Takes such files from the script, which is loaded next to the bundle. */
export function inScript(files: readonly string[]): Plugin {
  return {
    name: 'in-script',
    setup({ onResolve, onLoad }) {
      const only = new RegExp(`^${SCRIPTS}$`)
      onResolve({ filter: only }, () => ({ path: SCRIPTS, namespace: SCRIPTS }))
      onLoad({ filter: only, namespace: SCRIPTS }, () => ({ contents: 'export const scripts = {}' }))
      onLoad({ filter: SCRIPT, namespace: 'file' }, ({ path }) => {
        const index = files.indexOf(path)
        if (index < 0) return null
        return { contents: `module.exports = require(${JSON.stringify(SCRIPTS)}).scripts.load(${index})` }
      })
    },
  }
}
