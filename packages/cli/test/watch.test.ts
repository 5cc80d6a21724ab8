import assert from 'node:assert/strict'
import type { ChildProcess } from 'node:child_process'
import { readdirSync, readFileSync, renameSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Bench, ended, processesOf } from './bench-process.ts'

const SUITE = `import { suite } from 'steelyard'
import { times } from './helper.mjs'
export default suite({
  one: () => { let sum = 0; for (let i = 0; i < times; i++) sum += i; return sum },
  two: () => { let sum = 1; for (let i = 0; i < times; i++) sum += i; return sum - 1 },
})
`

const benches: Bench[] = []
after(() => Promise.all(benches.map(bench => bench.remove())))

/** A folder with a suite and a file that it imports. */
function newFolder(): {
  readonly bench: Bench
  write(name: string, text: string): void
  replace(name: string, text: string): void
} {
  const bench = new Bench()
  benches.push(bench)
  const write = (name: string, text: string) => writeFileSync(join(bench.directory, name), text)
  write('helper.mjs', 'export const times = 100')
  write('sum.bench.mjs', SUITE)
  return {
    bench,
    write,
    // As many editors save.
    replace(name, text) {
      write(`${name}~`, text)
      renameSync(join(bench.directory, `${name}~`), join(bench.directory, name))
    },
  }
}

/** What a process has said, and a wait until it has said something so often. */
function listen(child: ChildProcess): {
  text(): string
  until(pattern: RegExp, count: number): Promise<void>
} {
  let text = ''
  child.stdout?.on('data', data => (text += data))
  child.stderr?.on('data', data => (text += data))
  return {
    text: () => text,
    async until(pattern, count) {
      while ((text.match(pattern) ?? []).length < count) {
        assert.equal(child.exitCode, null, text)
        await sleep(20)
      }
    },
  }
}

const WATCHING = /^Watching 2 files for changes\. Ctrl-C ends it\.$/gm
const PLAN = /^Expected: [\d.]/gm

/** What never comes is not waited for. */
const LIMIT = { timeout: 240_000 }

test(
  'bench --watch runs again when a file changes that the suite imports, and after a mistake',
  LIMIT,
  async () => {
    const { bench, write, replace } = newFolder()
    const child = bench.start(['./sum.bench.mjs', '--watch', '--dry-run', '--runtime', 'node'])
    const end = ended(child)
    const heard = listen(child)
    await heard.until(WATCHING, 1)
    const now = new Date()
    utimesSync(join(bench.directory, 'helper.mjs'), now, now)
    await sleep(300)
    replace('helper.mjs', 'export const times = 200')
    await heard.until(/^helper\.mjs changed: a new run begins\.$/gm, 1)
    await heard.until(WATCHING, 2)
    assert.equal(heard.text().match(PLAN)?.length, 2)
    write('sum.bench.mjs', `${SUITE} }`)
    await heard.until(/^Cannot bundle sum\.bench\.mjs: .*Correct the file and run again\.$/gm, 1)
    await heard.until(/^Watching \d files? for changes/gm, 3)
    replace('sum.bench.mjs', SUITE)
    await heard.until(PLAN, 3)
    await heard.until(WATCHING, 3)
    process.kill(-(child.pid ?? 0), 'SIGINT')
    assert.equal((await end).code, 0)
  },
)

test(
  'a change during a run of bench --watch ends it without a record, and Ctrl-C ends both',
  LIMIT,
  async () => {
    const { bench, replace } = newFolder()
    const once = ['./sum.bench.mjs', '--quick', '--time', '3', '--runtime', 'node', '--out', 'kept']
    const child = bench.start([...once, '--watch'])
    const end = ended(child)
    const heard = listen(child)
    const records = () => readdirSync(join(bench.directory, 'kept'))
    await heard.until(/launch 1 of/g, 1)
    replace('helper.mjs', 'export const times = 300')
    await heard.until(
      /^helper\.mjs changed during the run: it ended without a record, and begins again\.$/gm,
      1,
    )
    assert.deepEqual(records(), [])
    await heard.until(WATCHING, 1)
    const [file = '', ...others] = records()
    assert.deepEqual(others, [])
    const record = JSON.parse(readFileSync(join(bench.directory, 'kept', file), 'utf8'))
    assert.equal(record.status, 'complete')
    assert.deepEqual(record.command, once)
    replace('helper.mjs', 'export const times = 400')
    await heard.until(/launch 1 of/g, 3)
    process.kill(-(child.pid ?? 0), 'SIGINT')
    assert.equal((await end).code, 130)
    assert.deepEqual(processesOf(bench.directory), [])
  },
)

test('bench --watch refuses what it cannot follow or repeat', LIMIT, async () => {
  const { bench } = newFolder()
  const refusals = (
    [
      [['--watch', '-e', '1 + 1'], /^error: --watch follows files; leave -e or --watch out/],
      [['./sum.bench.mjs', '--watch', '--json', '-'], /^error: --watch makes many results; give --json/],
      [['./nothing.bench.mjs', '--watch'], /^Cannot find the suite file \.\/nothing\.bench\.mjs/],
    ] as const
  ).map(([args, says]) => {
    return bench.runShared(...args).then(({ code, stderr }) => {
      assert.equal(code, 2)
      assert.match(stderr, says)
    })
  })
  await Promise.all(refusals)
})
