import assert from 'node:assert/strict'
import { appendFileSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { Journal } from '@steelyard/measure'
import { readRecord } from '@steelyard/record'
import { journalHead } from '../src/process/run-journal.ts'
import { ended, newBench } from './bench-process.ts'

const linux = process.platform === 'linux' ? {} : { skip: 'needs /proc' }
const RUN = ['./own.bench.ts', '--runtime', 'node', '--window', '20ms']
const QUICK_RUN = [...RUN, '--runtime', 'bun', '--by', 'targets', '--quick']

const suite = (factor: number) => `import { suite } from 'steelyard'
    export default suite({ name: 'own', question: 'How fast?',
      cases: { one: () => { let sum = 0; for (let i = 0; i < ${factor}; i++) sum += i; return sum } } })`

async function batchesIn(file: string) {
  const { id, status, results } = await readRecord(file)
  const times = results.map(({ launches }) => launches.map(({ wallNs }) => wallNs))
  return { id, status, times, first: times.map(launches => launches.slice(0, 3)) }
}

test(
  'a run that was killed is reported and resumed with every launch that it had finished',
  linux,
  async t => {
    const bench = newBench(t)
    writeFileSync(join(bench.directory, 'own.bench.ts'), suite(100))
    const child = bench.start([...QUICK_RUN, '--json', 'run.json', '--out', 'kept'])
    const end = ended(child)
    await bench.launched(3)
    process.kill(-(child.pid ?? 0), 'SIGKILL')
    await end
    const [file = ''] = bench.journals()
    appendFileSync(file, '{"key":"torn')
    const reported = await bench.run('resume', '--report')
    assert.equal(reported.code, 0, reported.stderr)
    const partial = await batchesIn(join(bench.directory, 'run.json'))
    assert.equal(partial.status, 'partial')
    const kept = readdirSync(join(bench.directory, 'kept'))
    assert.ok(partial.times.every(launches => launches.length >= 3))
    const resumed = await bench.run('resume')
    assert.equal(resumed.code, 0, resumed.stderr)
    assert.match(resumed.stderr, /Resuming \.\/own\.bench\.ts .*: \d+ measurements done\./)
    const whole = await batchesIn(join(bench.directory, 'run.json'))
    assert.deepEqual([whole.status, whole.id], ['complete', partial.id])
    assert.deepEqual(
      readdirSync(join(bench.directory, 'kept')),
      kept,
      'it takes the place of the partial one',
    )
    assert.equal((await readRecord(join(bench.directory, 'kept', kept[0] ?? ''))).status, 'complete')
    assert.deepEqual(whole.first, partial.first)
    assert.ok(whole.times.every(launches => launches.length >= 5))
    assert.deepEqual(bench.journals(), [])
    assert.deepEqual(bench.leftovers(), [], 'the folder of the killed run is gone')
  },
)

test(
  'an interrupted run is resumed, and one whose code or build has changed is measured again',
  linux,
  async t => {
    const bench = newBench(t)
    const build = (remark: string) =>
      writeFileSync(
        join(bench.directory, 'own'),
        `#!/bin/sh\n# ${remark}\nexec '${process.execPath}' "$@"\n`,
        {
          mode: 0o755,
        },
      )
    build('first')
    writeFileSync(join(bench.directory, 'own.bench.ts'), suite(100))
    const child = bench.start([...RUN, '--runtime', 'node~own=./own'])
    const end = ended(child)
    await bench.launched(1)
    child.kill('SIGINT')
    assert.match((await end).stderr, /To go on: .* resume/)
    const held = bench.launches()
    const changes = [
      () => writeFileSync(join(bench.directory, 'own.bench.ts'), suite(200)),
      () => build('second'),
    ]
    for (const [index, change] of changes.entries()) {
      change()
      const again = bench.start(['resume'])
      const endAgain = ended(again)
      await bench.launched(held + 1 + index)
      again.kill('SIGINT')
      assert.match((await endAgain).stderr, /Nothing was resumed: the suite or a runtime has changed since/)
      assert.equal(
        new Set(bench.measured().map(([plan]) => plan)).size,
        2 + index,
        'launches of every version',
      )
    }
  },
)

test('resume of a run whose suite is gone names the journal that bars earlier ones', async t => {
  const bench = newBench(t)
  const folder = join(bench.directory, 'cache', 'steelyard', 'journals')
  mkdirSync(folder)
  const head = { ...journalHead(['./gone.bench.ts'], 1), folder: bench.directory }
  Journal.begin(join(folder, '2026_4194305.jsonl'), head).close()
  const { code, stderr } = await bench.run('resume')
  assert.equal(code, 2, stderr)
  assert.match(
    stderr,
    /gone\.bench\.ts[\s\S]*\nTo give this run up and resume an earlier one, remove \S+journals\/2026_\d+\.jsonl\.\n$/,
  )
  assert.equal(bench.journals().length, 1)
})

test('resume without a run that was cut short says so', async t => {
  const bench = newBench(t)
  const { code, stderr } = await bench.run('resume')
  assert.equal(code, 2)
  assert.equal(stderr, 'Cannot resume: no run was cut short on this machine.\n')
})
