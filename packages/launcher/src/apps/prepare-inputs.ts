import { createHash } from 'node:crypto'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type Recipe, readRecipe, unprepared } from './prepare-recipe.ts'

/** Everything that determines the made app. */
export interface PrepareInputs {
  readonly recipe: Recipe
  /** Every file by its path in the app, in order of the paths. */
  readonly files: ReadonlyMap<string, Buffer>
  /** Hash of the files, of the builds that make the app, and of the platform, in hexadecimal. */
  readonly sha256: string
}

/** The other inputs of the app: the platform, for which alone packages may be made, and the Node that runs the steps. */
export const MAKER = {
  platform: `${process.platform}-${process.arch}`,
  nodeVersion: process.versions.node,
}

export type Maker = typeof MAKER

/** Not inputs: files that a package manager or an editor may have left there. */
const IGNORED = new Set(['node_modules', '.DS_Store'])

/**
 * Reads an app's folder and the folders that it shares with others.
 *
 * @throws LaunchError in one sentence when there is no recipe, or it cannot be read
 */
export async function readInputs(folder: string, name: string, maker: Maker = MAKER): Promise<PrepareInputs> {
  const recipe = await readRecipe(folder, name)
  const found = await filesIn(folder, '')
  for (const [path, from] of Object.entries(recipe.shared)) {
    const source = join(folder, from)
    if (!(await stat(source).catch(() => null))?.isDirectory()) {
      throw unprepared(name, `there is no folder ${from} to share. Correct prepare.json and run again.`)
    }
    found.push(...(await filesIn(source, `${path}/`)))
  }
  const files = new Map(found.sort(([a], [b]) => (a < b ? -1 : 1)))
  return { recipe, files, sha256: hashOf(files, maker) }
}

/** Lengths stand before texts, so that no two sets of files write the same. */
export function hashOf(files: ReadonlyMap<string, Buffer>, { platform, nodeVersion }: Maker): string {
  const hash = createHash('sha256').update(JSON.stringify([platform, nodeVersion]))
  for (const [path, bytes] of files) hash.update(JSON.stringify([path, bytes.length])).update(bytes)
  return hash.digest('hex')
}

async function filesIn(folder: string, prefix: string): Promise<[string, Buffer][]> {
  const entries = await readdir(folder, { withFileTypes: true })
  const lists = entries
    .filter(({ name }) => !IGNORED.has(name))
    .map(async (entry): Promise<[string, Buffer][]> => {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) return filesIn(path, `${prefix}${entry.name}/`)
      return entry.isFile() ? [[`${prefix}${entry.name}`, await readFile(path)]] : []
    })
  return (await Promise.all(lists)).flat()
}
