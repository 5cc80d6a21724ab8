import { existsSync, globSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Expressions } from '@steelyard/launcher'
import { suggestion } from './near-names.ts'
import { UsageError } from './usage-error.ts'

/** The suites of this repository, a folder each. */
export const SUITES_FOLDER: string = fileURLToPath(new URL('../../../../bench', import.meta.url))

/** The word for all of them; for a run all whose cases are functions. */
export const ALL = 'all'

/** How a suite is asked for: `suite`, `suite/case`, `all`, the path of a suite file or `file/case`, or expressions. */
export type SuiteWord = string | Expressions

/** A suite the user asked for, and the case if one was named. */
export interface Selection {
  /** Absolute path of the suite file, or expressions of which one is made. */
  readonly file: string | Expressions
  /** As messages name it. */
  readonly label: string
  /** Null for all cases. */
  readonly caseId: string | null
  /** Whether it was asked for by its own name. */
  readonly isNamed: boolean
  /** Whether it was found in a folder or by a glob, where files that are no benchmarks lie too. */
  readonly isFound?: true
}

/** Returns the suites of this repository, by name. */
export function catalog(): ReadonlyMap<string, string> {
  const files = globSync('*/suite.ts', { cwd: SUITES_FOLDER }).sort()
  return new Map(files.map(file => [basename(dirname(file)), resolve(SUITES_FOLDER, file)]))
}

/** Returns what messages call a suite that was asked for. */
export function suiteLabel(word: SuiteWord): string {
  return typeof word === 'string' ? word : 'the expressions'
}

/**
 * Reads `suite`, `suite/case`, `all`, the path of a file or `file/case`, a folder, a glob over files, or expressions.
 *
 * @throws UsageError naming what is unknown and what is near
 */
export function select(word: SuiteWord): Selection[] {
  if (typeof word !== 'string') return [{ file: word, label: suiteLabel(word), caseId: null, isNamed: true }]
  const suites = catalog()
  if (word === ALL) return [...suites].map(([label, file]) => ({ file, label, caseId: null, isNamed: false }))
  const found = foundFiles(word)
  if (found !== null) {
    return found.map(label => ({ file: resolve(label), label, caseId: null, isNamed: true, isFound: true }))
  }
  const owner = dirname(word)
  if (isPath(owner) && isFile(owner) && !existsSync(word)) {
    return [{ file: resolve(owner), label: owner, caseId: basename(word), isNamed: true }]
  }
  if (isPath(word)) return [{ file: existing(word), label: word, caseId: null, isNamed: true }]
  const [name = '', caseId = null] = word.split('/', 2)
  const file = suites.get(name)
  if (file === undefined) {
    const hint = existsSync(word)
      ? `There is a ${isDirectory(word) ? 'folder' : 'file'} of that name: write ./${word} for it.`
      : suggestion(name, [...suites.keys(), ALL], 'suites')
    throw new UsageError(`Cannot find the suite '${name}'. ${hint}`)
  }
  return [{ file, label: name, caseId, isNamed: true }]
}

/** Whether a word names suites of this repository, and no file. */
export function isCatalogued(word: SuiteWord): word is string {
  if (typeof word !== 'string') return false
  return word === ALL || (!isPath(word) && catalog().has(word.split('/', 1)[0] ?? ''))
}

function isPath(word: string): boolean {
  return /\.[cm]?[jt]s$/.test(word) || word.startsWith('.') || word.startsWith('/')
}

const SCRIPTS = '**/*.{js,mjs,cjs,ts,mts,cts,jsx,tsx}'

/** Returns the files of a folder or a glob, sorted; null for a word that is neither. */
function foundFiles(word: string): readonly string[] | null {
  const isFolder = /^[./]|\/$/.test(word) && isDirectory(word)
  if (!isFolder && !/[*?{[]/.test(word)) return null
  const pattern = isFolder ? join(word, SCRIPTS) : word
  const files = globSync(pattern, { exclude: name => /^(?:node_modules|\..+)$/.test(basename(name)) })
  const scripts = files.filter(file => /\.[cm]?[jt]sx?$/.test(file) && !isDirectory(file)).sort()
  if (scripts.length > 0) return scripts.map(file => (isPath(file) ? file : `./${file}`))
  throw new UsageError(
    `Cannot find benchmark files in ${word}: no script is there. Give a folder or a glob of files.`,
  )
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false
}

function isDirectory(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
}

function existing(word: string): string {
  const file = resolve(word)
  if (!existsSync(file))
    throw new UsageError(
      `Cannot find the suite file ${word}: there is no such file. Give the path of a suite file.`,
    )
  return file
}
