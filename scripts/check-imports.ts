// Imports point one way: a package may import only those to the right of it here. See ARCHITECTURE.md.
import { globSync, readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { fileURLToPath } from 'node:url'

const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  harness: [],
  stats: [],
  runners: ['harness'],
  timers: ['runners', 'harness'],
  dialects: ['harness'],
  launcher: ['dialects', 'runners', 'record', 'harness'],
  load: ['launcher', 'stats'],
  routing: ['launcher', 'stats'],
  schedule: ['stats'],
  record: ['harness'],
  text: ['record', 'harness'],
  archive: ['record'],
  fleet: [],
  interop: ['text', 'record', 'stats', 'harness'],
  report: ['text', 'record', 'stats', 'harness'],
  measure: [
    'schedule',
    'load',
    'routing',
    'timers',
    'launcher',
    'dialects',
    'runners',
    'text',
    'record',
    'stats',
    'harness',
  ],
  analysis: ['measure', 'schedule', 'load', 'timers', 'launcher', 'text', 'record', 'stats'],
  cli: [
    'analysis',
    'measure',
    'report',
    'text',
    'interop',
    'archive',
    'fleet',
    'record',
    'schedule',
    'launcher',
    'dialects',
    'timers',
    'runners',
    'stats',
    'harness',
  ],
  bench: ['harness'],
  selfbench: ['cli', 'measure', 'record', 'launcher', 'runners', 'stats', 'harness'],
  site: ['cli', 'report', 'record'],
}

/** These run inside every runtime or are pure numbers: not even Node's own modules. */
const PURE = ['harness', 'stats']

const root = fileURLToPath(new URL('..', import.meta.url))
const faults: string[] = []

for (const file of globSync('{packages/*/src,runners,timers,bench,selfbench,site}/**/*.ts', { cwd: root })) {
  if (file.includes('node_modules') || file.endsWith('.test.ts') || file.includes('/fixtures/')) continue
  const [first = '', second = ''] = file.split('/')
  const owner = first === 'packages' ? second : first
  for (const specifier of importsOf(readFileSync(`${root}/${file}`, 'utf8'))) {
    const name =
      /^@steelyard\/([a-z]+)/.exec(specifier)?.[1] ?? (specifier === 'steelyard' ? 'harness' : null)
    if (name !== null && name !== owner && !MAY_IMPORT[owner]?.includes(name)) {
      faults.push(
        `${file} imports ${specifier}: ${owner} may import ${MAY_IMPORT[owner]?.join(', ') || 'nothing'}`,
      )
    }
    if (PURE.includes(owner) && (specifier.startsWith('node:') || builtinModules.includes(specifier))) {
      faults.push(`${file} imports ${specifier}: ${owner} has no host API`)
    }
    if (
      specifier.startsWith('..') &&
      /(^|\/)(packages|runners|timers|bench|selfbench|site)\//.test(specifier)
    ) {
      faults.push(`${file} imports ${specifier}: name the package instead`)
    }
  }
}

function importsOf(text: string): string[] {
  return [...text.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map(([, specifier = '']) => specifier)
}

if (faults.length > 0) {
  process.stderr.write(`${faults.join('\n')}\n`)
  process.exitCode = 1
}
