import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { recordText } from '@steelyard/record'
import { sampleRecord } from '@steelyard/record/fixtures/sample-record'
import { Bench, ended } from './bench-process.ts'

const linux = process.platform === 'linux'
const full = { skip: linux ? false : 'there is no /dev/full' }
const canLimit = linux && spawnSync('prlimit', ['--version']).status === 0
const limited = { skip: canLimit ? false : 'prlimit is not there' }

const bench = new Bench()
after(() => bench.remove())
writeFileSync(join(bench.directory, 'record.json'), recordText(sampleRecord()))

test('standard output that is full is one sentence, and the record is kept', full, async () => {
  const child = bench.start(
    ['trig/sin-small', '--runtime', 'node', '--quick', '--time', '1', '--out', 'kept'],
    ['sh', '-c', '"$@" > /dev/full', 'sh'],
  )
  const { code, stderr } = await ended(child)
  assert.equal(code, 1, stderr)
  assert.equal(
    stderr.match(/^Cannot write to standard output: ENOSPC: no space left on device\./gm)?.length,
    1,
  )
  assert.doesNotMatch(stderr, /^\s+at /m)
  assert.equal(readdirSync(join(bench.directory, 'kept')).filter(name => name.endsWith('.json')).length, 1)
})

for (const [what, file, args] of [
  ['page', 'page.html', ['report', 'record.json', '--html', 'page.html']],
  ['Markdown', 'report.md', ['report', 'record.json', '--markdown', 'report.md']],
  ['export', 'samples.csv', ['export', 'record.json', '--format', 'csv', '--out', 'samples.csv']],
] as const) {
  test(
    `an old ${what} survives a new one that cannot be written, and nothing else is left`,
    limited,
    async () => {
      const path = join(bench.directory, file)
      writeFileSync(path, 'old')
      const before = readdirSync(bench.directory)
      const { code, stderr } = await ended(bench.start(args, ['prlimit', '--fsize=500']))
      assert.equal(code, 2)
      assert.match(stderr, new RegExp(`^Cannot write ${file}: EFBIG: file too large\\. Choose another place`))
      assert.equal(readFileSync(path, 'utf8'), 'old')
      assert.deepEqual(readdirSync(bench.directory), before)
    },
  )
}

test('a record that was imported is kept elsewhere, and its report is shown', async () => {
  const { code, stdout, stderr } = await ended(
    bench.start(
      [
        ...[
          'import',
          new URL('../../interop/src/imports/fixtures/mitata-node.json', import.meta.url).pathname,
        ],
        ...['--out', '/dev/null/kept'],
      ],
      ['env', `XDG_STATE_HOME=${join(bench.directory, 'state')}`],
    ),
  )
  assert.equal(code, 0, stderr)
  assert.match(
    stderr,
    /^Cannot save the record in \/dev\/null\/kept: .* It was saved as \S+\/state\/steelyard\/records\/\S+ instead/,
  )
  assert.match(stdout, /^Record: state\/steelyard\/records\//m)
})
