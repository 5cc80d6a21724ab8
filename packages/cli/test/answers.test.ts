import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { validateRecord } from '@steelyard/record'
import { errorText } from '@steelyard/text'
import { bareRun } from '../../measure/src/plan/run-options.ts'
import { run } from '../src/commands/run/run.ts'
import { exitCodeOf } from '../src/process/exit-code.ts'
import { Bench } from './bench-process.ts'

const bench = new Bench()
after(() => bench.remove())

const file = join(bench.directory, 'answers.mjs')
writeFileSync(
  file,
  `import { bench, run } from 'mitata'
   bench('same', () => [3, 1, 2].toSorted().join())
   bench('other', () => [typeof Bun, '1', '0'].toSorted().join())
   run()`,
)

test('a case whose answer differs is unsupported on the target that differs, and the command succeeds', async () => {
  const options = bareRun({
    selection: { suites: [file], runtimes: ['node', 'bun'], by: 'targets' },
    // As many as a comparison needs.
    time: { quick: true, windowSeconds: 0.02, stopping: { minimumLaunches: 2, maximumLaunches: 2 } },
  })
  const context = { command: [], signal: new AbortController().signal, journal: null }
  const outcome = await run(context, options)
  const { record } = outcome ?? assert.fail('nothing was measured')
  assert.equal(exitCodeOf(record, null), 0)
  const { results, comparisons } = record
  const [node, bun] = ['node@', 'bun@'].map(runtime =>
    results.find(one => one.case === 'other' && one.target.startsWith(runtime)),
  )
  assert.deepEqual([node?.status, bun?.status], ['ok', 'unsupported'])
  assert.match(
    errorText(bun?.error),
    /another answer than node@\S+, "0,1,object" in place of "0,1,undefined".*--answers ignore/,
  )
  assert.deepEqual(
    [...new Set(comparisons.filter(({ base, head }) => base !== head).map(one => one.case))],
    ['same'],
    'only equal answers are compared',
  )
})

test('with --answers ignore it is measured all the same', async () => {
  const { code, stdout, stderr } = await bench.run(
    ...[file, '--runtime', 'node', '--runtime', 'bun', '--case', 'other', '--answers', 'ignore'],
    ...['--quick', '--time', '1', '--json', '-', '--no-save'],
  )
  assert.equal(code, 0, stderr)
  const { results } = validateRecord(JSON.parse(stdout))
  assert.deepEqual(
    results.map(({ status }) => status),
    ['ok', 'ok'],
  )
})
