import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { appendFileSync, copyFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { readRecord } from '@steelyard/record'
import { Bench, processesOf } from './bench-process.ts'
import { wrapper, writeHotSuite } from './hot-suite.ts'

const linux = process.platform === 'linux' ? {} : { skip: 'needs /proc' }
const bench = new Bench()
after(() => bench.remove())

writeHotSuite(bench)

test(
  'bench compare names a local build by its hash, says how it differs and which flag does nothing, and fails on the verdict',
  linux,
  async () => {
    // Another file, and so another build to the record.
    const built = join(bench.directory, 'built')
    copyFileSync(process.execPath, built)
    appendFileSync(built, 'another build')
    const mute = wrapper(
      bench,
      'mute',
      `case "$*" in *--print-flag-values*) exit 3 ;; *) exec '${built}' "$@" ;; esac`,
    )
    const { code, stderr } = await bench.run(
      ...['compare', './hot.bench.ts', '--base', 'node', '--head', `node=${built} --verify-heap`],
      // It ends after five launches. One alone, all that a busy machine makes in seconds, gives no comparison.
      ...['--head', `node~mute=${mute} --verify-heap`, '--quick', '--time', '60', '--window', '20ms'],
      '--no-save',
      ...['--json', 'built.json', '--fail-on', 'slower'],
    )
    const record = await readRecord(join(bench.directory, 'built.json'))
    const isSlower = record.comparisons.some(({ verdict }) => verdict === 'slower')
    assert.equal(code, isSlower ? 1 : 0, stderr)
    assert.deepEqual(
      record.targets.map(({ warnings }) => warnings),
      // The last one was never reported.
      [[], [{ code: 'idle-flags', flags: '--verify-heap', beside: '' }], []],
    )
    const [base, head, other] = record.targets
    const sha256 = createHash('sha256').update(readFileSync(built)).digest('hex')
    assert.deepEqual([head?.binary.sha256, head?.id], [sha256, `node~${sha256.slice(0, 8)} --verify-heap`])
    assert.deepEqual(head?.binary.elf, base?.binary.elf)
    assert.ok(base?.binary.elf?.libraries?.includes('libc.so.6'))
    assert.equal(other?.binary.elf, null)
    assert.equal(other.build?.executableSha256, head?.binary.sha256)
    const warned = record.comparisons.filter(({ warnings }) => warnings.length > 0)
    assert.deepEqual(
      warned.map(comparison => comparison.head),
      [head?.id, other.id],
    )
    const report = await bench.runShared('report', 'built.json', '--terminal')
    const shown = report.stdout.replace(/\s+/g, ' ')
    assert.match(shown, /--verify-heap changes nothing in this build: the engine's own list/)
    assert.match(shown, /one side is a local build, .* give it with --base-rebuilt/)
    assert.doesNotMatch(shown, /How base and head were built/, 'they were built alike')
    assert.deepEqual(processesOf(bench.directory), [])
  },
)
