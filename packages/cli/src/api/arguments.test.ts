import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readCommandLine, SILENT } from '../command-line.ts'
import type { RunCommandOptions } from '../options/run-options.ts'
import type { CompareOptions, RunOptions } from './api.ts'
import { argumentsOf } from './arguments.ts'

const EVERYTHING: RunOptions = {
  runtimes: ['node', 'bun --smol'],
  cases: ['-x'],
  params: { size: 2, kind: 'all' },
  by: 'targets',
  timer: 'steelyard',
  precision: 0.5,
  threshold: 2,
  windowSeconds: 0.5,
  timeSeconds: 20,
  budgetMs: 10,
  quick: false,
  memory: true,
}

test('argumentsOf writes options as the command line reads them', () => {
  const args = argumentsOf('run', ['trig'], { ...EVERYTHING, recordFolder: 'r' })
  const { selection, rules, time, probes, output } = readCommandLine(args, SILENT)
    .options as RunCommandOptions
  assert.deepEqual(selection.runtimes, ['node', 'bun --smol'])
  assert.deepEqual([selection.cases, selection.params], [['-x'], ['size=2', 'kind=all']])
  assert.deepEqual([selection.by, rules.precision, rules.threshold], ['targets', 0.005, 0.02])
  assert.deepEqual(time, { timeSeconds: 20, quick: false, windowSeconds: 0.5 })
  assert.deepEqual([probes.memory, probes.usage, probes.budgetMs], [true, false, 10])
  assert.deepEqual([output.json, output.out, output.save], ['-', 'r', true])
})

test('argumentsOf measures expressions, and finds suites in folders', () => {
  const options: RunOptions = { expressions: ['x + 1', '-x'], setup: ['let x = 2'] }
  const { selection } = readCommandLine(argumentsOf('run', [], options), SILENT).options as RunCommandOptions
  assert.deepEqual(selection.suites, [{ expressions: ['x + 1', '-x'], setup: 'let x = 2' }])
  const own: CompareOptions = { base: 'node', heads: ['bun'], suites: ['packages/cli/template'] }
  assert.ok(argumentsOf('compare', ['trig'], own).includes('--suites=packages/cli/template'))
})

test('argumentsOf keeps no record unless a folder is given, and compares', () => {
  const options: CompareOptions = { base: 'node', heads: ['bun', 'deno'], evidenceFolder: 'e' }
  assert.deepEqual(argumentsOf('compare', ['trig'], options), [
    ...['compare', 'trig', '--base=node', '--head=bun', '--head=deno', '--evidence=e'],
    ...['--no-save', '--json=-'],
  ])
})

test('argumentsOf refuses an option that the command does not have', () => {
  const refused = (command: 'run' | 'compare', options: object) => () =>
    argumentsOf(command, ['trig'], options)
  assert.throws(
    refused('run', { quik: true }),
    /^Error: Cannot use the option 'quik'\. Did you mean quick\?$/,
  )
  assert.throws(refused('compare', { timer: 'mitata' }), /Cannot use the option 'timer'\./)
  for (const options of [{ save: true }, { watch: true }, { json: 'x' }, { dryRun: true }, { out: 'x' }])
    assert.throws(refused('run', options), /Cannot use the option '\w+'\. There is no such option\.$/)
  assert.throws(refused('run', { constructor: 1 }), /Cannot use the option 'constructor'\. There is no such/)
})
