import { SourceMap } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ADOPT } from '@steelyard/dialects'
import { HARNESS, type SuiteBundle } from './bundle.ts'

/** What a suite is given by us: the harness and the shims of dialects. */
const OWN_FOLDERS = [dirname(HARNESS), dirname(dirname(fileURLToPath(ADOPT)))].map(folder =>
  join(folder, '/'),
)

/** Whether a source of a suite's map is ours, and not the suite's. */
export function isOwnSource(source: string): boolean {
  const file = join('/', source)
  return file === '/bundle.js' || OWN_FOLDERS.some(folder => file.startsWith(folder))
}

/**
 * Returns where in its own files a bundled suite was when it threw: the first place of the stack that is not ours, with an
 * absolute path, and a line and a column that begin with 1. null where the stack names none.
 *
 * @param stack as V8 writes it
 */
export function thrownAt({ map }: Pick<SuiteBundle, 'map'>, bundleName: string, stack: string) {
  if (map === undefined) return null
  const sources = new SourceMap(JSON.parse(map))
  const frames = stack.split('\n').flatMap(line => {
    const [, at, column] = /:(\d+):(\d+)\)?$/.exec(line) ?? []
    return at !== undefined && line.includes(`/${bundleName}:`) ? [{ line: +at, column: Number(column) }] : []
  })
  for (const frame of frames) {
    const entry = sources.findEntry(frame.line - 1, frame.column - 1)
    if (!('originalSource' in entry) || isOwnSource(entry.originalSource)) continue
    return {
      file: join('/', entry.originalSource),
      line: entry.originalLine + 1,
      column: entry.originalColumn + 1,
    }
  }
  return null
}
