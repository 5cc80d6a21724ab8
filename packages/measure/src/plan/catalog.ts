import { existsSync, globSync } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { suggestion } from './near-names.ts'
import { UsageError } from './usage-error.ts'

/** The suites of this repository, a folder each. */
export const SUITES_FOLDER: string = fileURLToPath(new URL('../../../../bench', import.meta.url))

/** The word for all of them; for a run all whose cases are functions. */
export const ALL = 'all'

/** A suite the user asked for, and the case if one was named. */
export interface Selection {
  /** Absolute path of the suite file. */
  readonly file: string
  /** As messages name it. */
  readonly label: string
  /** Null for all cases. */
  readonly caseId: string | null
  /** Whether it was asked for by its own name. */
  readonly isNamed: boolean
}

/** Returns the suites of this repository, by name. */
export function catalog(): ReadonlyMap<string, string> {
  const files = globSync('*/suite.ts', { cwd: SUITES_FOLDER }).sort()
  return new Map(files.map(file => [basename(dirname(file)), resolve(SUITES_FOLDER, file)]))
}

/**
 * Reads `suite`, `suite/case`, `all` or the path of a suite file.
 *
 * @throws UsageError naming what is unknown and what is near
 */
export function select(word: string): Selection[] {
  const suites = catalog()
  if (word === ALL) return [...suites].map(([label, file]) => ({ file, label, caseId: null, isNamed: false }))
  if (isPath(word)) return [{ file: existing(word), label: word, caseId: null, isNamed: true }]
  const [name = '', caseId = null] = word.split('/', 2)
  const file = suites.get(name)
  if (file === undefined) {
    throw new UsageError(
      `Cannot find the suite '${name}'. ${suggestion(name, [...suites.keys(), ALL], 'suites')}`,
    )
  }
  return [{ file, label: name, caseId, isNamed: true }]
}

/** Whether a word names suites of this repository, and no file. */
export function isCatalogued(word: string): boolean {
  return word === ALL || (!isPath(word) && catalog().has(word.split('/', 1)[0] ?? ''))
}

function isPath(word: string): boolean {
  return /\.[cm]?[jt]s$/.test(word) || word.startsWith('.') || word.startsWith('/')
}

function existing(word: string): string {
  const file = resolve(word)
  if (!existsSync(file))
    throw new UsageError(
      `Cannot find the suite file ${word}: there is no such file. Give the path of a suite file.`,
    )
  return file
}
