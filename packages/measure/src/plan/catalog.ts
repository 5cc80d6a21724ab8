import { existsSync, globSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Expressions, SuiteBundle } from '@steelyard/launcher'
import { counted } from '@steelyard/text'
import { suggestion } from './near-names.ts'
import { UsageError } from './usage-error.ts'

/** The suites of this repository, a folder each. */
export const SUITES_FOLDER: string = fileURLToPath(new URL('../../../../bench', import.meta.url))

/** The word for all of them; for a run all whose cases are functions. */
export const ALL = 'all'

/** A suite file that was bundled on another machine: nothing of it is read here. */
export interface BundledSuite {
  /** As its file is called, in kebab-case. */
  readonly name: string
  /** Null for all cases. */
  readonly caseId: string | null
  readonly bundle: SuiteBundle
  /** Whether it was written for another tool. */
  readonly isAdopted: boolean
}

/** How a suite is asked for: `suite`, `suite/case`, `all`, the path of a suite file or `file/case`, or what it is itself. */
export type SuiteWord = string | Expressions | BundledSuite

/** A suite the user asked for, and the case if one was named. */
export interface Selection {
  /** Absolute path of the suite file, or what it is itself. */
  readonly file: SuiteWord
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
  if (typeof word === 'string') return word
  return isBundled(word) ? word.name : 'the expressions'
}

const BY_HASH = /^sha256:([0-9a-f]{64})(?:\/(.+))?$/s

/** Reads `sha256:<hash>` or `sha256:<hash>/case`, by which a suite is named that was sent to another machine; null for another word. */
export function suiteByHash(word: SuiteWord) {
  const [, sha256, caseId = null] = (typeof word === 'string' && BY_HASH.exec(word)) || []
  return sha256 === undefined ? null : { sha256, caseId }
}

/** Whether a suite was bundled on another machine. */
export function isBundled(word: SuiteWord): word is BundledSuite {
  return typeof word !== 'string' && 'bundle' in word
}

/**
 * Reads `suite`, `suite/case`, `all`, the path of a file or `file/case`, a folder, a glob over files, or expressions;
 * UsageError naming what is unknown and what is near.
 */
export function select(word: SuiteWord): Selection[] {
  if (typeof word !== 'string') {
    const caseId = isBundled(word) ? word.caseId : null
    return [{ file: word, label: suiteLabel(word), caseId, isNamed: true }]
  }
  const hash = suiteByHash(word)
  if (hash !== null) {
    const label = `sha256:${hash.sha256}`
    return [{ file: label, label, caseId: hash.caseId, isNamed: true }]
  }
  const suites = catalog()
  if (word === ALL) return [...suites].map(([label, file]) => ({ file, label, caseId: null, isNamed: false }))
  const owner = dirname(word)
  if (isPath(owner) && statSync(owner, { throwIfNoEntry: false })?.isFile() && !existsSync(word)) {
    return [{ file: resolve(owner), label: owner, caseId: basename(word), isNamed: true }]
  }
  const found = foundFiles(word)
  if (found !== null) {
    return found.map(label => ({ file: resolve(label), label, caseId: null, isNamed: true, isFound: true }))
  }
  if (isPath(word)) {
    if (existsSync(word)) return [{ file: resolve(word), label: word, caseId: null, isNamed: true }]
    throw new UsageError(
      `Cannot find the suite file ${word}: there is no such file. Give the path of a suite file.`,
    )
  }
  const [, name = '', caseId = null] = /^([^/]*)(?:\/(.*))?$/s.exec(word) ?? []
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
  const [name = ''] = word.split('/', 1)
  return word === ALL || (!isPath(word) && existsSync(join(SUITES_FOLDER, name, 'suite.ts')))
}

function isPath(word: string): boolean {
  return /\.[cm]?[jt]s$/.test(word) || word.startsWith('.') || word.startsWith('/')
}

const SCRIPTS = '**/*.{js,mjs,cjs,ts,mts,cts,jsx,tsx}'

/** Returns the files of a folder or a glob, sorted; null for a word that is neither. */
function foundFiles(word: string): readonly string[] | null {
  const isFolder = /^[./]|\/$/.test(word) && isDirectory(word)
  // What is there is no glob: names may have brackets.
  if (!isFolder && (!/[*?{[]/.test(word) || existsSync(word))) return null
  const exclude = (name: string) => /^(?:node_modules|\..+)$/.test(basename(name))
  const files = isFolder
    ? globSync(SCRIPTS, { cwd: word, exclude }).map(file => join(word, file))
    : globSync(word, { exclude })
  const scripts = files.filter(file => /\.[cm]?[jt]sx?$/.test(file) && !isDirectory(file)).sort()
  if (scripts.length > 0) return scripts.map(file => (isPath(file) ? file : `./${file}`))
  throw new UsageError(
    `Cannot find benchmark files in ${word}: no script is there. Give a folder or a glob of files.`,
  )
}

/** Returns that none of these files, which were found, is a benchmark. */
export function noBenchmarks(files: readonly unknown[]): UsageError {
  return new UsageError(
    `Cannot find benchmark files among ${counted(files.length, 'file')}: none uses a dialect that is known. Name one with --dialect.`,
  )
}

function isDirectory(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
}
