import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { appendLines, readTimeline, timelineFile } from '@steelyard/record'
import { WINDOW_NS } from '@steelyard/schedule'
import { Bench, ended } from './bench-process.ts'

const linux = process.platform === 'linux' ? {} : { skip: 'needs /proc and the CPU clock' }
const DRIVER = fileURLToPath(new URL('fixtures/timeline-driver.ts', import.meta.url))

const bench = new Bench()
after(() => bench.remove())

const suite = join(bench.directory, 'sums.bench.ts')
writeFileSync(
  suite,
  `import { suite } from 'steelyard'
   export default suite({
     name: 'sums',
     question: 'How long does a sum take?',
     setup: () => ({ n: 1000 }),
     cases: { loop: ({ n }) => { let sum = 0; for (let i = 1; i <= n; i++) sum += i % 7; return sum } },
   })`,
)
const broken = join(bench.directory, 'broken')
writeFileSync(broken, '#!/bin/sh\nexit 3\n', { mode: 0o755 })
const file = timelineFile(join(bench.directory, 'lines'), 'node', 'sums')

function drive() {
  return ended(
    spawn(process.execPath, [DRIVER, suite, file, broken], {
      env: { ...process.env, TMPDIR: bench.directory },
      stdio: ['ignore', 'pipe', 'pipe'],
    }),
  )
}

test(
  'steps are lines, a release that does not start is a gap, and only what is missing is measured',
  linux,
  async () => {
    const key = { case: 'loop', params: {}, code: 'c0de', estimator: 4, windowNs: WINDOW_NS, cpuId: 'other' }
    const release = { version: '1.0.3', engine: null, date: null }
    await appendLines(file, [{ ...key, release, at: '2026-01-01T00:00:00Z', gap: 'no sums' }])
    const { stdout, stderr } = await drive()
    assert.equal(stdout, '0', stderr)
    // The number of lines before a step decides its seed, so that it can be resumed.
    assert.equal(stderr, '2: 1.0.0 1.0.2\n3: 1.0.0 1.0.1 1.0.2\n')
    const [elsewhere, declared, step, gap, ...others] = readTimeline(file)
    assert.deepEqual(others, [])
    assert.deepEqual([elsewhere?.cpuId, declared?.cpuId], ['other', 'test'])
    assert.ok(declared !== undefined && 'gap' in declared && declared.gap === 'no sums')
    assert.ok(step !== undefined && 'logs' in step && step.fault === null)
    assert.equal(step.logs.length, 10)
    assert.ok(step.logs.every(log => log > 0))
    assert.match(step.head.engine ?? '', /^v8 \d/)
    assert.ok(gap !== undefined && 'gap' in gap && gap.release.version === '1.0.1')
    assert.ok(readFileSync(file, 'utf8').length < 4 * 600)

    appendFileSync(file, '{"case":"loop","torn')
    const again = await drive()
    assert.deepEqual([again.stdout, again.stderr], ['0', ''])
    assert.equal(readTimeline(file).length, 4)
  },
)

test('timeline shows what was measured as text, page and data', linux, async () => {
  const args = ['timeline', '--out', 'lines', '--html', 'page.html']
  const { code, stdout, stderr } = await bench.runShared(...args)
  assert.equal(code, 0, stderr)
  assert.match(stdout, /sums\/loop on node: Seen in one session, awaiting a second: 1\.0\.0 → 1\.0\.2 \d/)
  assert.match(stdout, /1 series, 1 step, 0 changes found by two sessions, on test\./)
  const page = readFileSync(join(bench.directory, 'page.html'), 'utf8')
  assert.match(page, /<a [^>]*id="sums-loop-node-1\.0\.2-test" href="#sums-loop-node-1\.0\.2-test">/)
  assert.match(page, /<title>node 1\.0\.2 \(v8 \d[^<]*slower in one session<\/title>/)
  assert.match(readFileSync(join(bench.directory, 'page.csv'), 'utf8'), /^suite,case,.*\nsums,loop,/)
  assert.ok(existsSync(join(bench.directory, 'page.json')))
})

const REFUSED: readonly (readonly [string, readonly string[], RegExp])[] = [
  ['no range', ['trig'], /name suites and releases to measure/],
  ['a dry run of nothing', ['--dry-run'], /--dry-run says what is missing of suites/],
  ['one version', ['trig', '--runtime', 'node@24'], /Cannot follow node@24: a timeline is of releases/],
  ['flags', ['trig', '--runtime', 'node@20..24 --no-opt'], /releases as they are/],
  ['nothing measured', ['--out', 'nowhere'], /Cannot find a timeline in nowhere/],
  [
    'a line of something else',
    ['--out', 'damaged'],
    /^Cannot read line 1 of damaged\/node\/trig\.jsonl: it is no line of a timeline\.\n$/,
  ],
]

test('timeline refuses what is no timeline', async () => {
  await appendLines(timelineFile(join(bench.directory, 'damaged'), 'node', 'trig'), [{}])
  await Promise.all(
    REFUSED.map(async ([what, args, message]) => {
      const { code, stderr } = await bench.runShared('timeline', ...args)
      assert.equal(code, 2, what)
      assert.match(stderr, message, what)
    }),
  )
})

test('timeline measures nothing where a line of its file is of something else', async () => {
  const server = createServer((request, response) => {
    const name = request.url?.slice(1)
    const versions = ['90.1.0', '90.2.0'].map(version => [version, { name, version, dist: {} }] as const)
    response.end(JSON.stringify({ name, versions: Object.fromEntries(versions), time: {} }))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const registry = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  await appendLines(timelineFile(join(bench.directory, 'mixed'), 'node', 'trig'), [{}])
  const { code, stderr } = await bench.runSharedWith(
    { npm_config_registry: registry },
    ...['timeline', 'trig', '--runtime', 'node@90..', '--out', 'mixed', '--dry-run', '--html', 'new/x.html'],
  )
  server.closeAllConnections()
  server.close()
  assert.equal(code, 2, stderr)
  assert.equal(existsSync(join(bench.directory, 'new')), false, 'a dry run makes no folder')
  assert.match(stderr, /^Cannot read line 1 of mixed\/node\/trig\.jsonl: it is no line of a timeline\.\n$/)
})
