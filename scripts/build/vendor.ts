import { existsSync, realpathSync } from 'node:fs'
import { cp, mkdir, writeFile } from 'node:fs/promises'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { manifestAt } from './manifest.ts'
import { filesOf, ROOT } from './places.ts'

/** What nothing needs at run time. */
const NOT_RUN = /\.map$|\.d\.[cm]?ts$|(?<!licen[cs]e)\.md$/i
const NOT_RUN_FOLDERS: ReadonlySet<string> = new Set(['test', 'tests', 'docs', 'example', 'examples'])
/** Packages of which only some files are imported, and the others are large. */
const ONLY: Readonly<Record<string, RegExp>> = {
  'typescript-5': /^(package\.json|LICENSE\.txt|ThirdPartyNoticeText\.txt|lib|lib\/typescript\.js)$/,
}

/**
 * Puts packages, and what they depend on, into the `node_modules` of the published package. Its user gets none of
 * their commands and no version that another package asked for. What is built for one platform is left out.
 */
export async function vendor(names: readonly string[], packageFolder: string): Promise<void> {
  const owners = filesOf('packages/*/package.json', '*/package.json').map(file => join(ROOT, dirname(file)))
  const placed = new Map<string, string>()
  const place = (name: string, source: string, folder: string) =>
    placed.set(join(folder, 'node_modules', name), source)
  for (const name of names) {
    const owner = owners.find(each => existsSync(join(each, 'node_modules', name)))
    if (owner === undefined) throw new Error(`${name} is not installed`)
    place(name, realpathSync(join(owner, 'node_modules', name)), packageFolder)
  }
  // All that a package imports itself has its place before what these import: what is placed meanwhile is visited last.
  for (const [dependentFolder, dependent] of placed) {
    const { dependencies, optionalDependencies } = manifestAt(join(dependent, 'package.json'))
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const source = sourceOf(name, dependent)
      if (source === null) continue
      const found = foldersAbove(dependentFolder, packageFolder)
        .map(folder => placed.get(join(folder, 'node_modules', name)))
        .find(each => each !== undefined)
      if (found !== source) place(name, source, found === undefined ? packageFolder : dependentFolder)
    }
  }
  for (const [folder, source] of placed) await copyPackage(source, folder, relative(packageFolder, folder))
}

/** Returns where a dependency is installed; null for one of another platform, or that only some platforms have. */
function sourceOf(name: string, dependent: string): string | null {
  const folder = foldersAbove(dependent, '/').find(each => existsSync(join(each, 'node_modules', name)))
  if (folder === undefined) return null
  const source = realpathSync(join(folder, 'node_modules', name))
  return manifestAt(join(source, 'package.json')).os === undefined ? source : null
}

/** Where Node looks for packages, the nearest first. */
function foldersAbove(from: string, last: string): readonly string[] {
  const folders: string[] = []
  for (let folder = resolve(from); ; folder = dirname(folder)) {
    if (basename(folder) !== 'node_modules') folders.push(folder)
    if (folder === resolve(last) || folder === dirname(folder)) return folders
  }
}

async function copyPackage(source: string, folder: string, path: string): Promise<void> {
  const only = ONLY[path.replace(/^node_modules\//, '')]
  await mkdir(folder, { recursive: true })
  await cp(source, folder, {
    recursive: true,
    filter: file => {
      const inside = relative(source, file)
      if (inside === '') return true
      return (
        only?.test(inside) ??
        !(NOT_RUN.test(inside) || NOT_RUN_FOLDERS.has(inside) || inside === 'node_modules')
      )
    },
  })
  // Neither commands nor scripts of theirs, and no dependency that is not there.
  const { bin, scripts, devDependencies, optionalDependencies, ...manifest } = manifestAt(
    join(source, 'package.json'),
  )
  await writeFile(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
}
