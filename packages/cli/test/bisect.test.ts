import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { readRecord } from '@steelyard/record'
import type { Journal } from '../src/commands/bisect/bisect-journal.ts'
import { endOf } from '../src/commands/bisect/command.ts'
import { REPORT_ONLY } from '../src/process/early-end.ts'
import { Bench, ended, processesOf, said } from './bench-process.ts'

const linux = process.platform === 'linux' ? {} : { skip: 'needs /proc and the CPU clock' }
const DRIVER = fileURLToPath(new URL('fixtures/bisect-driver.ts', import.meta.url))

const bench = new Bench()
after(() => bench.remove())

const suite = join(bench.directory, 'sums.bench.ts')
writeFileSync(
  suite,
  `import { suite } from 'steelyard'
   export default suite({
     name: 'sums',
     question: 'How long does a sum take?',
     setup: () => ({ n: 100 }),
     cases: { loop: ({ n }) => { let sum = 0; for (let i = 1; i <= n; i++) sum += i % 7; return sum } },
   })`,
)

function drive(isKept = 'kept') {
  return spawn(process.execPath, [DRIVER, suite, join(bench.directory, 'out'), isKept], {
    env: { ...process.env, TMPDIR: bench.directory },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

test(
  'a search that is killed goes on with its launches and ends at the release that changed',
  linux,
  async () => {
    const killed = drive()
    await said(killed, /stepped 0/)
    killed.kill('SIGKILL')
    await ended(killed)
    const [ends = ''] = readdirSync(join(bench.directory, 'out'))

    const { stdout, stderr } = await ended(drive())
    assert.match(stderr, /^found ([1-9]\d*)\nstepped 0 of \1\n.*stepped 1 of \d+\n$/s)
    const journal = JSON.parse(stdout) as Journal
    assert.equal(journal.ends?.ends, 1)
    assert.deepEqual(
      journal.middles.map(({ middle, place }) => [middle, place]),
      [[1, 'good']],
      stdout,
    )
    const record = await readRecord(join(bench.directory, 'out', `${journal.middles[0]?.record}`))
    assert.deepEqual(
      record.targets.map(({ flags }) => flags),
      [[], [], ['--no-opt', '--no-maglev']],
    )
    assert.ok(
      record.comparisons.every(({ verdict, reason }) => verdict === null && reason === 'part of a search'),
    )
    const kept = readdirSync(join(bench.directory, 'out'))
    assert.deepEqual(kept.toSorted(), [ends, `${journal.middles[0]?.record}`].toSorted())
    const again = JSON.parse((await ended(drive('not kept'))).stdout) as Journal
    assert.deepEqual([again.ends?.record, again.middles[0]?.record], [null, null])
    assert.deepEqual(
      readdirSync(join(bench.directory, 'out')),
      kept,
      'a timeline keeps no record of a search',
    )
    // Contenders end by themselves once their host is gone.
    for (let i = 0; processesOf(bench.directory).length > 0 && i < 100; i++)
      await new Promise(done => setTimeout(done, 100))
    assert.deepEqual(processesOf(bench.directory), [])
  },
)

test('a search that a step ended early fails and can go on, and a report of one is done', () => {
  const same = { head: { releases: [] }, ends: { ends: 'same' }, middles: [] } as unknown as Journal
  const begun = { ...same, ends: null }
  const going = new AbortController().signal
  assert.deepEqual(endOf(same, true, going), { code: 0, isDone: true })
  assert.deepEqual(endOf(same, false, going), { code: 1, isDone: true })
  assert.deepEqual(endOf(begun, true, going), { code: 1, isDone: false })
  assert.deepEqual(endOf(begun, true, AbortSignal.abort()), { code: 130, isDone: false })
  assert.deepEqual(endOf(begun, true, AbortSignal.abort(REPORT_ONLY)), { code: 0, isDone: false })
})

const REFUSED: readonly (readonly [string, readonly string[], RegExp])[] = [
  ['different runtimes', ['--good', 'node', '--bad', 'deno'], /they are different runtimes/],
  ['a path', ['--good', 'node', '--bad', `node=${process.execPath}`], /a local build is not a release/],
  ['different flags', ['--good', 'node', '--bad', 'node --no-opt'], /flags or variables differ/],
  ['no end', ['--good', 'node'], /required option '--bad/],
]

test('bisect refuses ends without releases between them', async () => {
  await Promise.all(
    REFUSED.map(async ([what, args, message]) => {
      const { code, stderr } = await bench.runShared('bisect', 'trig/sin-small', ...args)
      assert.equal(code, 2, what)
      assert.match(stderr, message, what)
    }),
  )
})

test('sweep compares every target with the first, and draws a chart', async () => {
  const { code, stdout, stderr } = await bench.run(
    ...['sweep', suite, '--runtime', 'node', '--runtime', 'node --no-opt --no-maglev', '--runtime', 'node'],
    // A slow machine takes longer to two launches of each.
    ...['--quick', '--time', '90', '--window', '20ms', '--precision', '100', '--out', 'swept'],
  )
  assert.equal(code, 0, stderr)
  assert.match(stdout, /^FLAGS {2}time ÷ node's\n +loop\n {2}node +\S+ [µmn]s +█/m)
  // How disturbed the machine is decides how an interval is written.
  assert.match(stdout, /^ {2}node --no-opt --no-maglev +\d\S* .*█/m)
  assert.match(stdout, /^ {2}node#2 +\d\S* /m)
  const [, picture = ''] = /Picture: (.*)\n/.exec(stdout) ?? []
  assert.match(readFileSync(join(bench.directory, picture), 'utf8'), /^<svg /)
})

const UNSWEPT: readonly (readonly [string, readonly string[], RegExp])[] = [
  ['nothing to sweep over', [], /give the versions/],
  ['one target', ['--runtime', 'node'], /Cannot sweep over node: a sweep needs two targets/],
  ['ends and a range', ['--runtime', 'node', '--good', 'node', '--bad', 'node'], /give the versions/],
  ['one version', ['--runtime', 'node', '--versions', '1'], /--versions.*Give 2 or more/s],
]

test('sweep refuses fewer than two versions', async () => {
  await Promise.all(
    UNSWEPT.map(async ([what, args, message]) => {
      const { code, stderr } = await bench.runShared('sweep', 'trig/sin-small', ...args)
      assert.equal(code, 2, what)
      assert.match(stderr, message, what)
    }),
  )
})
