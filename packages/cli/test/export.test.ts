import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { writeRecord } from '@steelyard/record'
import { sampleRecord } from '@steelyard/record/fixtures/sample-record'
import { Bench } from './bench-process.ts'

const bench = new Bench()
after(() => bench.remove())
await writeRecord(join(bench.directory, 'record.json'), sampleRecord())

test('bench export writes a file, and says what it left out', async () => {
  const { code, stdout, stderr } = await bench.runShared(
    ...['export', 'record.json', '--format', 'bencher', '--out', 'new/times.json'],
  )
  assert.deepEqual([code, stdout], [0, 'Wrote new/times.json\n'])
  assert.match(stderr, /^Left out, because they did not succeed: .*context-source.* \(unsupported\); .*\n$/)
  const entries = JSON.parse(readFileSync(join(bench.directory, 'new/times.json'), 'utf8'))
  assert.ok(Object.keys(entries).length > 10)
})

test('bench export prints on standard output alone', async () => {
  const { code, stdout } = await bench.runShared('export', 'record.json', '--format', 'benchstat')
  assert.equal(code, 0)
  assert.match(stdout, /^Unit cpu-sec\/op better=lower\n(?:(?:\w+: .*|Benchmark\S+\t.*)\n)+$/)
})

test('bench export names what it cannot do, and the formats that there are', async () => {
  const wrong = await bench.runShared('export', 'record.json', '--format', 'xml')
  assert.equal(wrong.code, 2)
  assert.match(wrong.stderr, /Allowed choices are benchstat, github-action-benchmark, .*csv/)
  const missing = await bench.runShared('export', 'nothing.json', '--format', 'csv')
  assert.equal(missing.code, 2)
  assert.match(missing.stderr, /^Cannot read nothing\.json: there is no such file\./)
  const twice = await bench.runShared('export', 'record.json', 'record.json', '--format', 'bencher')
  assert.equal(twice.code, 2)
  assert.match(twice.stderr, /^Cannot write these records as bencher: .* Export them one by one\.\n$/)
  const nowhere = await bench.runShared('export', 'record.json', '--format', 'csv', '--out', '/dev/null/x')
  assert.equal(nowhere.code, 2)
  assert.match(nowhere.stderr, /^Cannot write \/dev\/null\/x: .*Choose another place with --out\.\n$/m)
})
