import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ADOPT } from '@steelyard/dialects'
import { HARNESS } from './bundle.ts'

/** What a suite is given by us: the harness and the shims of dialects. */
const OWN_FOLDERS = [dirname(HARNESS), dirname(dirname(fileURLToPath(ADOPT)))].map(folder =>
  join(folder, '/'),
)

/** Whether a source of a suite's map is ours, and not the suite's. */
export function isOwnSource(source: string): boolean {
  const file = join('/', source)
  return file === '/bundle.js' || OWN_FOLDERS.some(folder => file.startsWith(folder))
}
