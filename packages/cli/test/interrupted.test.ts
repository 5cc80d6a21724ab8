import assert from 'node:assert/strict'
import type { ChildProcess } from 'node:child_process'
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { readRecord } from '@steelyard/record'
import { isLook } from '@steelyard/stats'
import { Bench, ended, newBench, processesOf, said } from './bench-process.ts'

const linux = process.platform === 'linux' ? {} : { skip: 'needs /proc' }

/** Calls so short that it is soon known whether they get faster late. */
const SHORT = `import { suite } from 'steelyard'
export default suite({ name: 'short', question: 'Which is shorter?', setup: () => ({ list: [3, 1, 2] }),
  cases: { join: ({ list }) => list.join(), sorted: ({ list }) => list.toSorted().join() } })`

for (const [phase, moment, keepsLaunches] of [
  ['it prepares', (bench: Bench) => locked(bench), false],
  ['it starts its first launch', (_: Bench, child: ChildProcess) => said(child, /launch 1 of/), false],
  ['it measures', (bench: Bench) => bench.launched(1), true],
] as const) {
  test(
    `bench ends with 130 and leaves nothing behind when it is interrupted while ${phase}`,
    linux,
    async t => {
      const bench = newBench(t)
      writeFileSync(join(bench.directory, 'short.bench.ts'), SHORT)
      const child = bench.start([
        ...['./short.bench.ts/join', '--runtime', 'node', '--runtime', 'workerd'],
        ...['--out', 'records', '--time', '60', '--window', '20ms'],
      ])
      const end = ended(child)
      await moment(bench, child)
      child.kill('SIGINT')
      const { code, stderr } = await end
      assert.equal(code, 130, stderr)
      assert.match(stderr, /Interrupted/)
      assert.deepEqual(processesOf(bench.directory), [])
      assert.deepEqual(bench.leftovers(), [])
      if (!keepsLaunches) return
      const [name = ''] = readdirSync(join(bench.directory, 'records'))
      const record = await readRecord(join(bench.directory, 'records', name))
      assert.equal(record.status, 'partial')
      assert.ok(record.results.some(({ launches }) => launches.length > 0))
    },
  )
}

/** Many times as much work on Bun, so that no noise hides the difference. */
const UNLIKE = `import { suite } from 'steelyard'
const turns = process.versions.bun === undefined ? 100 : 5000
export default suite({ name: 'unlike', question: 'Who has more to do?', verify: () => 0,
  cases: { sum: () => { let sum = 0; for (let i = 0; i < turns; i++) sum = (sum * 31 + i) % 65521; return sum } } })`

/** Never precise enough: it must not end by itself before it is interrupted. */
const ENDLESS = [
  ...['--runtime', 'node', '--runtime', 'bun', '--by', 'targets', '--window', '20ms'],
  ...['--precision', '0.01', '--time', '120', '--json', 'run.json', '--no-save'],
]

const UNSTEADY: readonly string[] = ['drifting', 'never steady']

test('bench keeps the verdicts of complete looks when it is interrupted', linux, async t => {
  const bench = newBench(t)
  writeFileSync(join(bench.directory, 'unlike.bench.ts'), UNLIKE)
  const child = bench.start(['./unlike.bench.ts', ...ENDLESS])
  const end = ended(child)
  // Looks are complete after 5 and 6 launches.
  await bench.launched(8)
  child.kill('SIGINT')
  const { code, stdout } = await end
  assert.equal(code, 130)
  const { status, comparisons } = await readRecord(join(bench.directory, 'run.json'))
  assert.equal(status, 'partial')
  for (const { ratio, verdict, reason, look, lookPlan } of comparisons) {
    assert.ok(lookPlan && isLook(lookPlan, ratio.n), `${ratio.n}`)
    // On a busy machine most launches may change their speed, and then there is no verdict.
    if (verdict === null && UNSTEADY.includes(reason ?? '')) continue
    assert.ok(verdict === 'faster' || verdict === 'slower', `${verdict}: ${reason}`)
    assert.ok(look !== null && look <= ratio.n)
    assert.match(stdout, /[▲▼] (faster|slower)/)
  }
})

test('bench gives no verdict when it was interrupted before its first look', linux, async t => {
  const bench = newBench(t)
  writeFileSync(join(bench.directory, 'short.bench.ts'), SHORT)
  const child = bench.start(['./short.bench.ts', ...ENDLESS])
  const end = ended(child)
  // Its two groups take turns: each has two launches then, as an interval needs, and none has five.
  await bench.launched(5)
  child.kill('SIGTERM')
  const { code, stdout } = await end
  assert.equal(code, 130)
  const { status, comparisons } = await readRecord(join(bench.directory, 'run.json'))
  assert.equal(status, 'partial')
  assert.ok(comparisons.length > 0)
  for (const { ratio, paired, verdict, reason, pValue } of comparisons) {
    const expected = paired ? 'interrupted' : 'unpaired'
    assert.deepEqual([verdict, reason, pValue], [null, expected, null])
    assert.ok(ratio.n >= 2)
  }
  assert.match(stdout, /\? undecided/)
  assert.match(stdout, /The run was interrupted: verdicts are those of complete looks/)
})

/** From here on a signal is listened to. */
async function locked(bench: Bench): Promise<void> {
  while (!bench.leftovers().includes('steelyard.lock')) await sleep(5)
}

test('bench stops when the process that started it dies', linux, async t => {
  const bench = newBench(t)
  // As a package manager does it: a shell between, and the manager above that.
  const manager = bench.start(
    ['trig', '--runtime', 'bun', '--out', 'records', '--time', '60'],
    [
      process.execPath,
      '-e',
      `const [file, ...args] = process.argv.slice(1)
     require('node:child_process').spawn('sh', ['-c', '"$0" "$@"; true', file, ...args], { stdio: 'inherit' })`,
      '--',
    ],
  )
  await said(manager, /launch 1 of/)
  manager.kill('SIGKILL')
  const gone = async () => {
    for (let tries = 0; tries < 600; tries++) {
      if (processesOf(bench.directory).length === 0 && bench.leftovers().length === 0) return true
      await sleep(100)
    }
    return false
  }
  assert.ok(await gone(), `${processesOf(bench.directory)} ${bench.leftovers()}`)
})

test('a run does not pause, and another run waits for it and says so', linux, async t => {
  const bench = newBench(t)
  writeFileSync(join(bench.directory, 'short.bench.ts'), SHORT)
  const run = ['./short.bench.ts/join', '--runtime', 'bun', '--window', '20ms', '--no-save']
  const first = bench.start([...run, '--time', '120'])
  const firstEnd = ended(first)
  await bench.launched(1)
  first.kill('SIGTSTP')
  await said(first, /A run cannot pause/)
  await bench.launched(bench.launches() + 1)
  const second = bench.start([...run, '--quick', '--time', '0.3'])
  const secondEnd = ended(second)
  await said(second, /Waiting: another run \(process \d+\) is measuring on this machine\./)
  first.kill('SIGINT')
  assert.equal((await firstEnd).code, 130)
  assert.equal((await secondEnd).code, 0)
})

/** One of its processes leaves the group of the run, and no pipe tells it of anything. */
const SPAWNER = `import { suite } from 'steelyard'
const { spawn } = process.getBuiltinModule('node:child_process')
export default suite({ name: 'spawner', question: 'Who lives on?', verify: () => 1, cases: { one: () => Math.random() },
  setup() {
    const code = 'setInterval(() => {}, 1000)'
    spawn(process.execPath, ['-e', code, process.env.HOME], { detached: true, stdio: 'ignore' }).unref()
    if (process.env.STOPS) process.kill(process.ppid, 'SIGSTOP')
    return {}
  },
})`

function startSpawner(bench: Bench, runtime: string): ChildProcess {
  writeFileSync(join(bench.directory, 'spawner.bench.ts'), SPAWNER)
  const time = ['--time', '60', '--window', '20ms']
  return bench.start(['./spawner.bench.ts', '--runtime', runtime, ...time, '--no-save'])
}

// A run that was stopped is given up after some seconds, for which no other test is to wait.
const stopping = new Bench()
const stopped = 'skip' in linux ? undefined : ended(startSpawner(stopping, 'STOPS=1 node'))
after(() => stopping.remove())

const theirs = (bench: Bench) => processesOf(bench.directory).length

test('what a killed run has started ends within a second, and its folder is gone', linux, async t => {
  const bench = newBench(t)
  const child = startSpawner(bench, 'node')
  const end = ended(child)
  await bench.launched(1)
  while (theirs(bench) < 2) await sleep(5)
  const diedMs = performance.now()
  process.kill(child.pid ?? 0, 'SIGKILL')
  while (theirs(bench) > 0 && performance.now() < diedMs + 5000) await sleep(10)
  const tookMs = performance.now() - diedMs
  await end
  t.diagnostic(`${tookMs} ms`)
  assert.ok(tookMs < 1000, `${tookMs} ms`)
  assert.deepEqual(bench.leftovers(), ['steelyard.lock'])
})

test('a run that its contender stopped is ended from outside', linux, async () => {
  const { code, stderr } = (await stopped) ?? assert.fail()
  assert.equal(code, null)
  assert.match(stderr, /Ended: something stopped the run \(SIGSTOP\)\. To go on: .* resume\n/)
  assert.equal(theirs(stopping), 0)
  assert.deepEqual(stopping.leftovers(), ['steelyard.lock'])
})
