import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RunOptions } from '@steelyard/measure'
import { readCommandLine, SILENT } from '../../command-line.ts'
import { argsOf } from '../../options/invocation.ts'
import { ALLOWABLE } from '../rerun/untrusted.ts'
import { measurementOf } from './job-policy.ts'
import { exactLine, jobCommands, runtimesOf } from './request-plan.ts'

async function exactCommand(args: readonly string[]): Promise<string[]> {
  return argsOf(await exactLine(readCommandLine(args, SILENT).line))
}

function optionsOf(args: readonly string[]): RunOptions {
  return measurementOf(readCommandLine(args, SILENT))
}

test('exactLine names one release for each target, and leaves the rest as it is', async () => {
  const args = [
    'compare',
    'trig',
    '--base',
    'A=1 node --no-opt',
    '--head=bun@1.0.0',
    '--time',
    '90',
    '--seed=3',
  ]
  const exact = await exactCommand(args)
  assert.match(exact.join(' '), /^compare trig --base=A=1 node@\d+\.\d+\.\d+ --no-opt --head=bun@1\.0\.0$/)
  const bare = ['trig', '--case=sin-*']
  const whole = await exactCommand(bare)
  assert.deepEqual(whole.slice(0, 2), bare)
  assert.deepEqual(
    whole.slice(2).map(text => text.replace(/@\d+\.\d+\.\d+$/, '')),
    ['--runtime=node', '--runtime=deno', '--runtime=bun', '--runtime=workerd'],
  )
})

test('exactLine gives a command that means the same', async () => {
  const args = [
    'trig',
    '--runtime',
    'node --max-semi-space-size=64',
    '--runtime=bun',
    '--seed',
    '9',
    '--flags',
    '--no-opt',
  ]
  const [before, after] = [optionsOf(args), optionsOf([...(await exactCommand(args)), '--seed=9'])]
  const versionless = (texts: readonly string[]) => texts.map(text => text.replace(/@\d+\.\d+\.\d+/, ''))
  assert.deepEqual(versionless(after.selection.runtimes), before.selection.runtimes)
  assert.deepEqual(
    { ...after, selection: { ...after.selection, runtimes: [] } },
    { ...before, selection: { ...before.selection, runtimes: [] } },
  )
})

test('jobCommands makes jobs of two minutes at most', () => {
  assert.deepEqual(
    jobCommands({ command: ['trig'], timeSeconds: 300 }),
    Array(3).fill(['trig', '--time=100']),
  )
  assert.deepEqual(jobCommands({ command: ['a'], timeSeconds: 120 }), [['a', '--time=120']])
  const [shortest = []] = jobCommands({ command: ['trig'], timeSeconds: 0.04 })
  assert.equal(optionsOf(shortest).time.timeSeconds, 0.1, 'what rounds to 0 is no time that a worker takes')
})

test('runtimesOf names each runtime once, and none whose build was sent', () => {
  assert.deepEqual(runtimesOf({ runtimes: ['node@24', 'bun=sha256:0'], flags: [] }), ['node'])
  assert.deepEqual(runtimesOf({ runtimes: ['node@24', 'node@26', 'bun'], flags: ['', '--smol'] }), [
    'node',
    'bun',
  ])
})

test('no job can make a worker run a program of its own machine', () => {
  assert.deepEqual([...ALLOWABLE].toSorted(), ['builds', 'environment', 'expressions', 'flags', 'suites'])
})

const WRONG: readonly (readonly [readonly string[], RegExp])[] = [
  [['trig', '--quick'], /a preview counts for nothing/],
  [['trig', 'json-reviver'], /a job has one suite/],
  [['all'], /a job has one suite/],
  [['trig', '--dry-run'], /it would measure nothing/],
  [['trig', '--watch'], /it would never end/],
  [['trig', '--timer', 'mitata'], /only Steelyard's own timer/],
  [['trig', '--fail-on', 'slower'], /verdicts come when/],
  [['trig', '--json', '-'], /records come with 'fleet gather'. Leave --json - out\.$/],
  [['trig', '--out', 'x'], /Leave --out x out\.$/],
  [['trig', '--no-save'], /Leave --no-save out\.$/],
  [['trig', '--verbose'], /Leave --verbose out\.$/],
  [['sweep', 'trig/sin-small', '--runtime', 'node@20..22'], /^Cannot send 'sweep' to a fleet/],
]

for (const [args, expected] of WRONG) {
  test(`a job is not ${args.join(' ')}`, () => {
    assert.throws(
      () => optionsOf(args),
      (error: Error) => expected.test(error.message),
    )
  })
}
