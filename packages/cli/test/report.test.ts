import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { writeRecord } from '@steelyard/record'
import { sampleRecord, sampleTargetsRecord } from '@steelyard/record/fixtures/sample-record'
import { Bench } from './bench-process.ts'

const bench = new Bench()
after(() => bench.remove())

const NAMES = { older: '2026-01-01T00-00-00-older-aaaaaa', newest: '2026-01-02T00-00-00-newest-bbbbbb' }

test('bench report shows the newest record of a folder as a page next to it', async () => {
  const folder = join(bench.directory, 'kept')
  await writeRecord(join(folder, `${NAMES.older}.json`), sampleRecord())
  await writeRecord(join(folder, `${NAMES.newest}.json`), sampleTargetsRecord())
  const { code, stdout } = await bench.runShared('report', '--out', 'kept')
  assert.equal(code, 0)
  assert.equal(stdout, `Wrote kept/${NAMES.newest}.html\n`)
  const page = readFileSync(join(folder, `${NAMES.newest}.html`), 'utf8')
  assert.match(page, /^<!doctype html>/)
  assert.ok(page.includes('--max-semi-space-size=64'))
  assert.deepEqual(readdirSync(folder).length, 3)
})

test('bench report takes several records, and makes folders for where it writes', async () => {
  const files = Object.values(NAMES).map(name => `kept/${name}.json`)
  const { code, stdout } = await bench.runShared('report', ...files, '--html', 'new/page.html')
  assert.equal(code, 0)
  assert.equal(stdout, 'Wrote new/page.html\n')
  const page = readFileSync(join(bench.directory, 'new/page.html'), 'utf8')
  assert.equal(page.match(/<article>/g)?.length, 2)
})

test('bench report --markdown - gives Markdown alone on standard output', async () => {
  const { code, stdout, stderr } = await bench.runShared('report', '--out', 'kept', '--markdown', '-')
  assert.equal(code, 0)
  assert.match(stdout, /^### json-reviver\n/)
  assert.equal(stderr, '')
})

test('bench report --terminal shows the record with how its samples are spread, and writes no page', async () => {
  const before = readdirSync(join(bench.directory, 'kept'))
  const { code, stdout, stderr } = await bench.runShared('report', '--out', 'kept', '--terminal')
  assert.deepEqual([code, stderr], [0, ''])
  assert.match(stdout, /^question +json-reviver: What/)
  assert.match(
    stdout,
    /^Samples of json-reviver.*: the distribution of times[\s\S]*^ {4}node@26\.10\.0 +.*█/m,
  )
  assert.deepEqual(readdirSync(join(bench.directory, 'kept')), before)
})

test('bench report --fit shortens Markdown to what a comment holds, and leaves it as it is where there is room', async () => {
  // A suite of the sample takes some 3 KB.
  const names = Array.from({ length: 40 }, (_, index) => `suite-${index}`)
  const { results, comparisons, suites, ...rest } = sampleRecord()
  const named = <T extends object>(rows: readonly T[], as: (name: string) => object) =>
    names.flatMap(name => rows.map(row => ({ ...row, ...as(name) })))
  await writeRecord(join(bench.directory, 'large.json'), {
    ...rest,
    suites: named(suites, name => ({ name })),
    results: named(results, suite => ({ suite })),
    comparisons: named(comparisons, suite => ({ suite })),
  })
  const markdown = async (...fit: readonly string[]) => {
    const { code, stdout } = await bench.runShared('report', 'large.json', '--markdown', 'c.md', ...fit)
    assert.deepEqual([code, stdout], [0, 'Wrote c.md\n'])
    return readFileSync(join(bench.directory, 'c.md'), 'utf8')
  }
  const whole = await markdown()
  assert.ok(Buffer.byteLength(whole) > 65_536 && !whole.includes('left out'), `${whole.length}`)
  const short = await markdown('--fit', 'comment')
  assert.ok(Buffer.byteLength(short) <= 65_536)
  assert.match(short, /To fit here, the tables of \d+ suites are left out; the record has them all\.\n$/)
  for (const name of names) assert.ok(short.includes(`${name}\n`), name)
})

test('bench report --svg draws the matrix, light and dark in one file', async () => {
  const { code, stdout } = await bench.runShared('report', '--out', 'kept', '--svg', 'matrix.svg')
  assert.equal(code, 0)
  assert.equal(stdout, 'Wrote matrix.svg\n', 'no page without --html')
  const svg = readFileSync(join(bench.directory, 'matrix.svg'), 'utf8')
  assert.match(svg, /^<svg [^>]*viewBox/)
  assert.match(svg, /color-scheme:light dark/)
  assert.ok(svg.includes('2.74') && svg.includes('▲ slower'))
  const files = Object.values(NAMES).map(name => `kept/${name}.json`)
  const both = await bench.runShared('report', ...files, '--svg', 'both.svg')
  assert.deepEqual(both.stdout.split('\n'), [
    'Wrote both-json-reviver.svg',
    'Wrote both-json-reviver-2.svg',
    '',
  ])
})
