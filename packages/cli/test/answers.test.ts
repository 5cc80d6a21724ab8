import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { validateRecord } from '@steelyard/record'
import { errorText } from '@steelyard/text'
import { Bench } from './bench-process.ts'

const bench = new Bench()
after(() => bench.remove())

writeFileSync(
  join(bench.directory, 'answers.mjs'),
  `import { bench, run } from 'mitata'
   bench('same', () => [3, 1, 2].toSorted().join())
   bench('other', () => [typeof Bun, '1', '0'].toSorted().join())
   run()`,
)

const RUN = [
  './answers.mjs',
  '--runtime',
  'node',
  '--runtime',
  'bun',
  '--quick',
  '--time',
  '8',
  '--window',
  '20ms',
]

test('a case whose answer differs is unsupported on the target that differs, and the command succeeds', async () => {
  const { code, stdout, stderr } = await bench.run(...RUN, '--json', '-', '--no-save')
  assert.equal(code, 0, stderr)
  const { results, comparisons } = validateRecord(JSON.parse(stdout))
  const [node, bun] = ['node@', 'bun@'].map(runtime =>
    results.find(one => one.case === 'other' && one.target.startsWith(runtime)),
  )
  assert.deepEqual([node?.status, bun?.status], ['ok', 'unsupported'], stderr)
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
    ...[...RUN, '--case', 'other', '--answers', 'ignore', '--time', '1', '--json', '-', '--no-save'],
  )
  assert.equal(code, 0, stderr)
  const { results } = validateRecord(JSON.parse(stdout))
  assert.deepEqual(
    results.map(({ status }) => status),
    ['ok', 'ok'],
  )
})
