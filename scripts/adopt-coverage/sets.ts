import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { CoveredFile } from '../../packages/measure/src/coverage/coverage.ts'

/** Public benchmark files of one source. */
export interface PublicSet {
  readonly name: string
  /** Where they are from, and which they are. */
  readonly source: string
  /** How the names of the JSON files of its coverage begin. */
  readonly prefix: string
  /** Files that are counted; absent for all. */
  readonly counts?: (file: CoveredFile) => boolean
  /** Whether it is a part of the set before, whose reasons are listed there. */
  readonly isPart: boolean
}

/** What plain files of Node core may require beside `common.js`. */
const PLAIN_MODULES = new Set([
  ...['assert', 'buffer', 'events', 'path', 'process', 'querystring', 'string_decoder', 'url', 'util'],
  ...['stream', 'stream/promises', 'stream/web', 'timers', 'timers/promises'],
])

const REQUIRED = /require\(\s*['"]([^'"]+)['"]\s*\)/g
const COMPUTED = /require\((?!\s*['"][^'"]+['"]\s*\))/
const COMMON = /(?:^|\/)common(?:\.js)?$/

/** What only some runtimes, or a process of its own, can give a file of Node core. */
const NEEDS = [/\bflags\s*:/, /bench\.http|common\.PORT/, /\bdur(?:ation)?\s*:/, /import\s*\(/, COMPUTED]

/** Returns the files of Node core that are plain, by their paths from the folder that has `benchmark/`. */
export function plainFiles(root: string): ReadonlySet<string> {
  const folder = join(root, 'benchmark')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return new Set(
    files.flatMap(file => {
      if (!file.endsWith('.js') || !file.includes('/')) return []
      const path = join(folder, file)
      return isPlain(readFileSync(path, 'utf8')) ? [relative(root, path)] : []
    }),
  )
}

function isPlain(text: string): boolean {
  if (!text.includes('createBenchmark') || NEEDS.some(need => need.test(text))) return false
  const required = [...text.matchAll(REQUIRED)].map(([, name = '']) => name.replace('node:', ''))
  return required.every(name => COMMON.test(name) || PLAIN_MODULES.has(name))
}

const SNIPPETS = 'bench/snippets/'
const IMPORTED = /\bfrom\s*['"]([^'"]+)['"]|\b(?:import|require)\(?\s*['"]([^'"]+)['"]/g
const ELSEWHERE = /\b(?:Bun|Deno)\b|['"]bun(?::[\w-]+)?['"]|\bHTMLRewriter\b|\bfetch\s*\(|['"](?:node:)?dns\b/
const OWN = /^(?:\.|node:|mitata$)/

/** Returns the snippets of Bun that need neither packages nor Bun, Deno or the network, by their paths from the folder that has `bench/`. */
export function plainSnippets(root: string): ReadonlySet<string> {
  const names = readdirSync(join(root, SNIPPETS))
  return new Set(
    names.flatMap(name => {
      const text = readFileSync(join(root, SNIPPETS, name), 'utf8')
      const imported = [...text.matchAll(IMPORTED)].map(([, from, by]) => from ?? by ?? '')
      const needsNone = imported.every(path => OWN.test(path) || isBuiltIn(path))
      return needsNone && !ELSEWHERE.test(text) ? [`${SNIPPETS}${name}`] : []
    }),
  )
}

function isBuiltIn(path: string): boolean {
  return process.getBuiltinModule(path) !== undefined
}
