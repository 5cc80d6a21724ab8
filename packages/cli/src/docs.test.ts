// Every command of the README, the docs and the workflows is one that the command line takes.
import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { parseTarget } from '@steelyard/launcher'
import { readCommandLine } from './command-line.ts'

const ROOT = join(import.meta.dirname, '../../..')
/** Without the lab notes, which name commands of older commits. */
const PAGES = globSync(['README.md', 'packages/cli/README.md', 'docs/**/*.{md,yml}'], { cwd: ROOT }).filter(
  file => !file.endsWith('lab-notes.md'),
)

/** A line of code, with its continuation lines, or code within a line of text. */
const COMMAND =
  /(?:^\s*(?:- run: )?|`)(?:npx steelyard|(?:npx -y )?pnpm(?:@12)? bench) ((?:[^\\\n`]|\\\n)*)/gm

const TAKE_SUITES = ['agree', 'bisect', 'compare', 'emit', 'history', 'modes', 'prepare', 'sweep', 'timeline']

/** Commands as words: quoted ones whole, without their quotes. */
function commandsIn(text: string): string[][] {
  return Array.from(text.matchAll(COMMAND), ([, rest = '']) => wordsOf(rest)).filter(
    words => !words.some(word => word === '--help' || /[<…]/.test(word)),
  )
}

function wordsOf(command: string): string[] {
  const line = command.replaceAll('\\\n', ' ').replace(/ +#.*/, '')
  return Array.from(
    line.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g),
    ([, double, single, bare]) => double ?? single ?? bare ?? '',
  )
}

/** Built-in suites that a command names before its options. */
function suitesOf(command: readonly string[]): string[] {
  const options = command.findIndex(word => word.startsWith('-'))
  const words = options < 0 ? command : command.slice(0, options)
  const [verb = '', ...rest] = words
  const isVerb = existsSync(join(import.meta.dirname, 'commands', verb)) && verb !== ''
  const named = isVerb ? rest.filter(() => TAKE_SUITES.includes(verb)) : words
  return named.filter(word => word !== 'all' && !/[.*]/.test(word)).map(word => word.split('/')[0] ?? '')
}

test('the docs hold commands', () => {
  assert.ok(PAGES.flatMap(file => commandsIn(readFileSync(join(ROOT, file), 'utf8'))).length > 80)
})

for (const file of PAGES) {
  for (const command of commandsIn(readFileSync(join(ROOT, file), 'utf8'))) {
    test(`${file}: steelyard ${command.join(' ')}`, () => {
      readCommandLine(command)
      for (const [index, word] of command.entries()) {
        const value = command[index + 1] ?? ''
        if (['--base', '--head', '--good', '--bad'].includes(word)) parseTarget(value)
      }
      for (const suite of suitesOf(command)) {
        assert.ok(existsSync(join(ROOT, 'bench', suite, 'suite.ts')), suite)
      }
    })
  }
}

test('every page of docs that the code or the package’s README names is there', () => {
  const sources = [
    'packages/cli/README.md',
    ...globSync('{packages,runners,scripts,site}/**/*.ts', {
      cwd: ROOT,
      exclude: ['**/node_modules/**', '**/test/**', '**/fixtures/**'],
    }),
  ]
  const missing = sources.flatMap(file =>
    Array.from(readFileSync(join(ROOT, file), 'utf8').matchAll(/\bdocs\/[a-z-]+\.md\b/g), ([page]) => page)
      .filter(page => !existsSync(join(ROOT, page)))
      .map(page => `${file}: ${page}`),
  )
  assert.deepEqual(missing, [])
})
