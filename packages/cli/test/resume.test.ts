import assert from 'node:assert/strict'
import { appendFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { readRecord } from '@steelyard/record'
import { type Bench, ended, newBench } from './bench-process.ts'

const linux = process.platform === 'linux' ? {} : { skip: 'needs /proc' }
const RUN = ['trig/sin-small', '--runtime', 'node', '--runtime', 'bun', '--by', 'targets', '--quick']

const folderOf = (bench: Bench) => join(bench.directory, 'cache', 'steelyard', 'journals')

function journals(bench: Bench): string[] {
  return readdirSync(folderOf(bench)).map(name => join(folderOf(bench), name))
}

/** Resolves once a journal holds that many measurements: the lines of progress come too rarely. */
async function measured(bench: Bench, count: number): Promise<void> {
  const isThere = () =>
    existsSync(folderOf(bench)) &&
    journals(bench).some(file => readFileSync(file, 'utf8').split('\n').length > count + 1)
  while (!isThere()) await sleep(20)
}

async function batchesIn(file: string) {
  const { status, results } = await readRecord(file)
  const times = results.map(({ launches }) => launches.map(({ wallNs }) => wallNs))
  return { status, times, first: times.map(launches => launches.slice(0, 3)) }
}

test(
  'a run that was killed is reported and resumed with every launch that it had finished',
  linux,
  async t => {
    const bench = newBench(t)
    const child = bench.start([...RUN, '--json', 'run.json', '--no-save'])
    const end = ended(child)
    await measured(bench, 4)
    process.kill(-(child.pid ?? 0), 'SIGKILL')
    await end
    const [file = ''] = journals(bench)
    appendFileSync(file, '{"key":"torn')
    const reported = await bench.run('resume', '--report')
    assert.equal(reported.code, 0, reported.stderr)
    const partial = await batchesIn(join(bench.directory, 'run.json'))
    assert.equal(partial.status, 'partial')
    assert.ok(partial.times.every(launches => launches.length >= 3))
    const resumed = await bench.run('resume')
    assert.equal(resumed.code, 0, resumed.stderr)
    assert.match(resumed.stderr, /Resuming trig\/sin-small .*: \d+ measurements done\./)
    const whole = await batchesIn(join(bench.directory, 'run.json'))
    assert.equal(whole.status, 'complete')
    assert.deepEqual(whole.first, partial.first)
    assert.ok(whole.times.every(launches => launches.length >= 5))
    assert.deepEqual(journals(bench), [])
    assert.deepEqual(bench.leftovers(), [], 'the folder of the killed run is gone')
  },
)

test('an interrupted run is resumed, and one whose code has changed is measured again', linux, async t => {
  const bench = newBench(t)
  const suite = (factor: number) => `import { suite } from 'steelyard'
    export default suite({ name: 'own', question: 'How fast?',
      cases: { one: () => { let sum = 0; for (let i = 0; i < ${factor}; i++) sum += i; return sum } } })`
  writeFileSync(join(bench.directory, 'own.bench.ts'), suite(100))
  const child = bench.start(['./own.bench.ts', '--runtime', 'node', '--runtime', 'bun', '--by', 'targets'])
  const end = ended(child)
  await measured(bench, 3)
  child.kill('SIGINT')
  assert.match((await end).stderr, /To go on: .* resume/)
  const held = readFileSync(journals(bench)[0] ?? '', 'utf8').split('\n').length - 2
  writeFileSync(join(bench.directory, 'own.bench.ts'), suite(200))
  const again = bench.start(['resume'])
  const endAgain = ended(again)
  await measured(bench, held + 2)
  again.kill('SIGINT')
  assert.match((await endAgain).stderr, /Nothing was resumed: the suite or a runtime has changed since/)
  const keys = readFileSync(journals(bench)[0] ?? '', 'utf8')
    .split('\n')
    .slice(1, -1)
    .map(line => JSON.parse(line).key)
  assert.equal(new Set(keys.map(key => JSON.parse(key)[0])).size, 2, 'launches of both versions')
})

test('resume without a run that was cut short says so', async t => {
  const bench = newBench(t)
  const { code, stderr } = await bench.run('resume')
  assert.equal(code, 2)
  assert.equal(stderr, 'Cannot resume: no run was cut short on this machine.\n')
})
