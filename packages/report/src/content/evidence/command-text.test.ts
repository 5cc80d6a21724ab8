import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { test } from 'node:test'
import { commandText, evidenceCommandText, fullReportText } from './command-text.ts'

test('commandText leaves plain arguments alone and adds the seed', () => {
  const command = ['json-reviver/arrow-2', '--runtime', 'node@26', '--param', 'payload=all']
  assert.equal(
    commandText({ command, seed: 7 }),
    'pnpm bench json-reviver/arrow-2 --runtime node@26 --param payload=all --seed 7',
  )
})

test('commandText keeps a seed that was given', () => {
  assert.equal(commandText({ command: ['x', '--seed', '3'], seed: 3 }), 'pnpm bench x --seed 3')
  assert.equal(commandText({ command: ['x', '--seed=3'], seed: 3 }), 'pnpm bench x --seed=3')
})

test('commandText comes through a shell unchanged', () => {
  const command = [
    '--flags',
    '',
    "it's",
    'a b',
    '$HOME',
    '`id`',
    '*',
    '--x=a b',
    '=ls',
    '~',
    'node@26 --expose-gc',
    '!!',
  ]
  const shell = commandText({ command, seed: 1 }).replace('pnpm bench', "printf '%s\\n'")
  assert.deepEqual(execFileSync('sh', ['-c', shell], { encoding: 'utf8' }).split('\n').slice(0, -1), [
    ...command,
    '--seed',
    '1',
  ])
})

test('evidenceCommandText takes out --quick, and the time of the preview', () => {
  assert.equal(evidenceCommandText({ command: ['x', '--quick', '--verbose'] }), 'pnpm bench x --verbose')
  const timed = ['x', '--time', '5s', '--quick', '--time=9', '--timer', 'steelyard']
  assert.equal(evidenceCommandText({ command: timed }), 'pnpm bench x --timer steelyard')
})

test('fullReportText reads the record where the run wrote it', () => {
  const text = (...command: string[]): string => fullReportText({ command: ['x', ...command] })
  assert.equal(text(), 'pnpm bench report --terminal')
  assert.equal(text('--out', 'kept'), 'pnpm bench report --out kept --terminal')
  assert.equal(text('--out=kept'), 'pnpm bench report --out kept --terminal')
  assert.equal(text('--no-save', '--json=a.json'), 'pnpm bench report a.json --terminal')
  const unsaved = 'pnpm bench report --terminal, after a run without --no-save'
  assert.equal(text('--no-save'), unsaved)
  assert.equal(text('--no-save', '--json', '-'), unsaved)
})
