import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readCommandLine, SILENT } from '../../command-line.ts'
import type { RunCommandOptions } from '../../options/run-options.ts'
import { readInner } from './job-policy.ts'
import { requestParts } from './request-plan.ts'

const read = (words: readonly string[]) => readCommandLine(words, SILENT)
const parts = async (...args: readonly string[]) => requestParts(readInner(args, read), read)

test('a sweep is runs of groups that all have its base', async () => {
  const asked = await parts(
    ...['sweep', 'trig/sin-small', '--runtime', 'node@20.0.0,21.0.0,22.0.0,23.0.0,24.0.0', '--seed=3'],
    ...['--precision', '2', '--versions=9'],
  )
  const targets = (...versions: readonly number[]) => versions.map(version => `--runtime=node@${version}.0.0`)
  const rest = ['trig/sin-small', '--precision=2', '--by=targets']
  assert.deepEqual(
    asked.map(({ command, timeSeconds, seed }) => [command, timeSeconds, seed]),
    [
      [[...rest, ...targets(20, 21, 22, 23)], 90, 3],
      [[...rest, ...targets(20, 24)], 90, 3],
    ],
  )
  const options = asked.map(({ command }) => read(command).options as RunCommandOptions)
  assert.deepEqual([...new Set(options.map(({ selection }) => selection.by))], ['targets'])
  const short = await parts('sweep', 'trig/sin-small', '--runtime=node@20.0.0,21.0.0', '--time', '30')
  assert.deepEqual(
    short.map(({ timeSeconds }) => timeSeconds),
    [30],
  )
})

test('each of several suites is measured by itself, and has the whole time', async () => {
  const asked = await parts(
    ...['compare', '--case', 'json-reviver', 'trig', 'json-reviver', '--base=node@24.0.0'],
    ...['buffer-concat', '--head=node@26.0.0', '--time', '90'],
  )
  const rest = ['--base=node@24.0.0', '--head=node@26.0.0', '--precision=1']
  assert.deepEqual(
    asked.map(({ command, timeSeconds }) => [command, timeSeconds]),
    ['trig', 'json-reviver', 'buffer-concat'].map(suite => [
      ['compare', suite, '--case=json-reviver', ...rest],
      90,
    ]),
  )
})

test('of several suites those are left that have a tag', async () => {
  const asked = await parts('trig/sin-small', 'json-reviver', '--tag', 'math', '--runtime=node@26.0.0')
  assert.deepEqual(
    asked.map(({ command }) => command),
    [['trig/sin-small', '--tag=math', '--runtime=node@26.0.0', '--precision=1']],
  )
})

const WRONG: readonly (readonly [readonly string[], RegExp])[] = [
  [['trig/sin-small', 'trig/cos-small'], /^Cannot run the suite trig twice in one request\. Name it once/],
  [['trigg', 'json-reviver'], /^Cannot find the suite 'trigg'/],
  [['sweep', 'trig/sin-small', '--runtime', 'node@20'], /^Cannot sweep over node@20/],
  [['sweep', 'trig/sin-small', '--quick', '--runtime', 'node@20..22'], /a preview counts for nothing/],
  [['timeline', 'trig', '--runtime', 'node@24'], /^Cannot follow node@24: a timeline is of releases/],
  [['timeline', './x.bench.ts', '--runtime', 'node@20..'], /a timeline there has built-in suites/],
  [['timeline', 'all', '--runtime', 'node@20..'], /a timeline there has built-in suites/],
  [['timeline', 'trig', '--runtime', 'node@20..', '--html', 'x'], /lines come with 'fleet gather'/],
  [['timeline', 'trig', '--runtime', 'node@20..', '--out', 'x'], /lines come with 'fleet gather'/],
  [['trig', '--suites', 'docs'], /^Cannot send this to a fleet: a worker has no folder of yours/],
  [['timeline', 'trig', '--runtime', 'node@20..', '--suites', 'docs'], /a worker has no folder of yours/],
  [['doctor'], /^Cannot send 'doctor' to a fleet: it measures runs, 'compare', 'sweep' and 'timeline'\.$/],
]

for (const [args, expected] of WRONG) {
  test(`a fleet does not take ${args.join(' ')}`, async () => {
    await assert.rejects(parts(...args), (error: Error) => expected.test(error.message))
  })
}
