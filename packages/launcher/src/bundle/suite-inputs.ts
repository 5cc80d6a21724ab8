import { realpathSync } from 'node:fs'
import { dirname, sep } from 'node:path'
import { build, type Plugin } from 'esbuild'
import { HARNESS, withSuite } from './bundle.ts'

/** The packages of Steelyard itself: `packages/harness/src/index.ts` lies two folders below the first. */
const OWN = dirname(dirname(dirname(realpathSync(HARNESS))))

/**
 * Returns a suite or benchmark file and the files that it imports, directly or not, as absolute paths, sorted: those that
 * its user edits, so without installed packages. Where one cannot be read or bundled, those that could.
 */
export async function suiteInputs(file: string): Promise<string[]> {
  const found = new Set([file])
  const collecting: Plugin = {
    name: 'collecting',
    setup({ onLoad }) {
      onLoad({ filter: /.*/, namespace: 'file' }, ({ path }) => {
        found.add(path)
        return null
      })
    },
  }
  const options = withSuite(HARNESS, [collecting])
  await build({ ...options, entryPoints: [file], write: false }).catch(() => {})
  return [...found].filter(isEdited).sort()
}

function isEdited(path: string): boolean {
  return !path.includes(`${sep}node_modules${sep}`) && !path.startsWith(`${OWN}${sep}`)
}
