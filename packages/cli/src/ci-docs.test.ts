// Every command of docs/ci.md and its workflows is one that the command line takes.
import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { parseTarget } from '@steelyard/launcher'
import { readCommandLine } from './command-line.ts'

const ROOT = join(import.meta.dirname, '../../..')
const FILES = ['docs/ci.md', ...globSync('docs/ci/*.yml', { cwd: ROOT })]

/** Commands with their continuation lines, as words: quoted ones whole, without their quotes. */
function commandsIn(text: string): string[][] {
  return Array.from(text.matchAll(/^\s*(?:- run: )?npx steelyard ((?:[^\\\n]|\\\n)*)/gm), ([, rest = '']) =>
    Array.from(
      rest.replaceAll('\\\n', ' ').matchAll(/"([^"]*)"|(\S+)/g),
      ([, quoted, bare]) => quoted ?? bare ?? '',
    ),
  )
}

test('docs/ci has two workflows', () => assert.equal(FILES.length, 3))

for (const file of FILES) {
  const commands = commandsIn(readFileSync(join(ROOT, file), 'utf8'))

  test(`${file} holds commands`, () => assert.ok(commands.length >= 2))

  for (const command of commands) {
    test(`${file}: steelyard ${command.join(' ')}`, () => {
      readCommandLine(command)
      for (const [index, word] of command.entries()) {
        const value = command[index + 1] ?? ''
        if (['--base', '--head', '--runtime'].includes(word)) parseTarget(value)
      }
      const [verb, ...rest] = command
      const suites =
        verb === 'compare'
          ? rest.slice(
              0,
              rest.findIndex(word => word.startsWith('--')),
            )
          : []
      for (const suite of suites) assert.ok(existsSync(join(ROOT, 'bench', suite, 'suite.ts')), suite)
    })
  }
}
