import { SourceMap } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ADOPT } from '@steelyard/dialects'
import { build } from 'esbuild'
import { HARNESS, suiteBuild } from './bundle.ts'
import { type AdoptedFile, adoptedBuild } from './bundle-adopted.ts'

/** A place in a file; line and column begin with 1. */
export interface Place {
  /** Absolute path. */
  readonly file: string
  readonly line: number
  readonly column: number
}

/** What a suite is given by us: the harness and the shims of dialects. */
const OWN_FOLDERS = [dirname(HARNESS), dirname(dirname(fileURLToPath(ADOPT)))].map(folder =>
  join(folder, '/'),
)

/**
 * Returns where in its own files a bundled suite was when it threw: the first place of the stack that is not ours. The
 * file is bundled once more for it. null where the stack names none.
 *
 * @param given what was bundled
 * @param bundleName the name of the file with the bundle
 * @param stack as V8 writes it
 */
export async function thrownAt(
  given: string | AdoptedFile,
  bundleName: string,
  stack: string,
): Promise<Place | null> {
  const frames = stack.split('\n').flatMap(line => {
    const [, at, column] = /:(\d+):(\d+)\)?$/.exec(line) ?? []
    return at !== undefined && line.includes(`/${bundleName}:`) ? [{ line: +at, column: Number(column) }] : []
  })
  if (frames.length === 0) return null
  const options = typeof given === 'string' ? suiteBuild(given) : (await adoptedBuild(given)).options
  const mapped = { ...options, write: false, sourcemap: 'external', outfile: '/bundle.js' } as const
  const { outputFiles = [] } = await build(mapped).catch(() => ({ outputFiles: [] }))
  const map = outputFiles.find(({ path }) => path.endsWith('.map'))
  if (map === undefined) return null
  const sources = new SourceMap(JSON.parse(map.text))
  for (const frame of frames) {
    const entry = sources.findEntry(frame.line - 1, frame.column - 1)
    if (!('originalSource' in entry)) continue
    const file = join('/', entry.originalSource)
    if (file === '/bundle.js' || OWN_FOLDERS.some(folder => file.startsWith(folder))) continue
    return { file, line: entry.originalLine + 1, column: entry.originalColumn + 1 }
  }
  return null
}
