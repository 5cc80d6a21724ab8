import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ADOPT } from '@steelyard/dialects'
import { build } from 'esbuild'
import { HARNESS, type SuiteBundle, suiteBuild } from './bundle.ts'
import { type AdoptedFile, adoptedBuild } from './bundle-adopted.ts'

/** A suite's bundle made once more, with the map from it to the files that it is made of. */
interface MappedBundle {
  readonly text: string
  /** A source map as JSON; its sources are paths from the root, without the first slash. */
  readonly map: string
}

/** What a suite is given by us: the harness and the shims of dialects. */
const OWN_FOLDERS = [dirname(HARNESS), dirname(dirname(fileURLToPath(ADOPT)))].map(folder =>
  join(folder, '/'),
)

/** Bundles a suite once more, for its source map; null where it cannot be. */
export async function mappedBundle(given: string | AdoptedFile): Promise<MappedBundle | null> {
  const options = typeof given === 'string' ? suiteBuild(given) : (await adoptedBuild(given)).options
  const mapped = { ...options, write: false, sourcemap: 'external', outfile: '/bundle.js' } as const
  const { outputFiles = [] } = await build(mapped).catch(() => ({ outputFiles: [] }))
  const map = outputFiles.find(({ path }) => path.endsWith('.map'))
  const text = outputFiles.find(({ path }) => path === '/bundle.js')
  return map && text ? { text: text.text, map: map.text } : null
}

/** Returns the source map of a suite's bundle, as JSON; null where its files have changed since it was bundled. */
export async function suiteSourceMap(
  given: string | AdoptedFile,
  bundle: Pick<SuiteBundle, 'text'>,
): Promise<string | null> {
  const mapped = await mappedBundle(given)
  return mapped?.text === bundle.text ? mapped.map : null
}

/** Whether a source of such a map is ours, and not the suite's. */
export function isOwnSource(source: string): boolean {
  const file = join('/', source)
  return file === '/bundle.js' || OWN_FOLDERS.some(folder => file.startsWith(folder))
}
