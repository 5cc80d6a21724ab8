import { globSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { ALL, catalog, nameOf, type SuiteWord, suggestion, UsageError } from '@steelyard/measure'

const FILES = ['*.bench.{js,mjs,ts,mts}', '*/suite.{js,mjs,ts,mts}']

/**
 * Returns the suites of folders by name, each with its path: files such as `array-copy.bench.ts`, and
 * `array-copy/suite.ts`.
 *
 * @throws UsageError for a folder that is not there, and for two suites of one name
 */
export function ownSuites(folders: readonly string[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const folder of folders) {
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
      throw new UsageError(
        `Cannot find the folder ${folder} of suites. Correct --suites, or the configuration.`,
      )
    }
    for (const file of globSync(FILES, { cwd: folder }).sort()) {
      const path = asPath(join(folder, file))
      const other = found.get(nameOf(path))
      if (other !== undefined) {
        throw new UsageError(
          `Cannot tell ${other} from ${path}: both are the suite ${nameOf(path)}. Rename one.`,
        )
      }
      found.set(nameOf(path), path)
    }
  }
  return found
}

/**
 * Returns the words for suites with the paths of those that the folders hold; `all` are those alone.
 *
 * @throws UsageError for a name that is unknown, or is that of a built-in suite too
 */
export function withOwnSuites(words: readonly SuiteWord[], folders: readonly string[]): readonly SuiteWord[] {
  if (folders.length === 0) return words
  const own = ownSuites(folders)
  const builtIn = catalog()
  return words.flatMap((word): SuiteWord[] => {
    if (typeof word !== 'string') return [word]
    if (word === ALL) return Array.from(own.values())
    const [name = ''] = word.split('/', 1)
    const path = own.get(name)
    if (path === undefined) {
      if (!/^[\w-]+$/.test(name) || builtIn.has(name)) return [word]
      const names = [...own.keys(), ...builtIn.keys(), ALL]
      throw new UsageError(`Cannot find the suite '${name}'. ${suggestion(name, names, 'suites')}`)
    }
    if (builtIn.has(name)) {
      throw new UsageError(
        `Cannot tell which suite ${name} is: ${path} or the built-in one. Write the path, or rename the file.`,
      )
    }
    return [path + word.slice(name.length)]
  })
}

/** A word that is read as a path wherever it stands. */
export function asPath(path: string): string {
  return /^(?:\.|\/)/.test(path) ? path : `./${path}`
}
