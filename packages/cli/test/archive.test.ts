import assert from 'node:assert/strict'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { hostMark } from '@steelyard/launcher'
import { type ComparisonRecord, recordText } from '@steelyard/record'
import { sampleRecord } from '@steelyard/record/fixtures/sample-record'
import { sessionSample } from '@steelyard/record/fixtures/session-sample'
import { withArchive } from '../src/commands/sql/with-archive.ts'
import { Bench } from './bench-process.ts'

const bench = new Bench()
after(() => bench.remove())

mkdirSync(join(bench.directory, 'kept'))
mkdirSync(join(bench.directory, 'results'))
writeFileSync(join(bench.directory, 'results/one.json'), recordText(sampleRecord()))
writeFileSync(join(bench.directory, 'kept/one.json'), recordText(sampleRecord()))
writeFileSync(join(bench.directory, 'kept/broken.json'), '{')
writeFileSync(join(bench.directory, 'kept/tsconfig.json'), '{ "compilerOptions": {} }')
writeFileSync(join(bench.directory, 'kept/cut.json'), recordText(sampleRecord()).slice(0, 2000))

test('what a killed query leaves is found by the mark of its process', async () => {
  const isMarked = (name: string) => name.startsWith(`steelyard-${hostMark()}-sql-`)
  await withArchive([join(bench.directory, 'results')], async () =>
    assert.ok(readdirSync(tmpdir()).some(isMarked)),
  )
  assert.equal(readdirSync(tmpdir()).some(isMarked), false)
})

test('bench sql lists tables and columns without a query', async () => {
  const { code, stdout } = await bench.runShared('sql')
  assert.equal(code, 0)
  assert.match(stdout, /^records: one command\n {2}column +type +holds\n {2}record +VARCHAR/)
  assert.match(
    stdout.split('\nsamples: one timed batch')[1] ?? '',
    / {2}wall_ns +DOUBLE +wall time per iteration, nanoseconds\n/,
  )
})

test('bench sql answers as a table, and names the damaged record that it skipped', async () => {
  const { code, stdout, stderr } = await bench.runShared(
    'sql',
    'SELECT suite, count(*) AS n FROM results GROUP BY ALL',
    'kept',
  )
  assert.equal(code, 0)
  assert.equal(stdout, `suite         n\njson-reviver  ${sampleRecord().results.length}\n`)
  assert.match(stderr, /^Skipped: Cannot read kept\/cut\.json: it is not JSON/m)
})

test('bench sql answers as JSON, and exports in the order that was asked for', async () => {
  const query = "SELECT case_id, wall_n FROM results WHERE case_id = 'parse' ORDER BY target"
  const json = await bench.runShared('sql', query, 'kept', '--format', 'json')
  const rows: Record<string, unknown>[] = JSON.parse(json.stdout)
  assert.deepEqual(Object.keys(rows[0] ?? {}), ['case_id', 'wall_n'])
  const file = await bench.runShared(
    'sql',
    `${query}; -- the end`,
    'kept',
    '--export',
    'csv',
    '--into',
    'out/answer.csv',
  )
  assert.equal(file.stdout, 'Wrote out/answer.csv: 2 rows\n')
  const text = readFileSync(join(bench.directory, 'out/answer.csv'), 'utf8')
  assert.equal(text, ['case_id,wall_n', ...rows.map(row => `parse,${row.wall_n}`), ''].join('\n'))
})

test('bench sql without a query exports every table', async () => {
  const { stdout } = await bench.runShared('sql', '--export', 'parquet', '--into', 'all')
  assert.match(stdout, /^Wrote all\/records\.parquet: 1 row\n/)
  assert.match(stdout, /\nWrote all\/samples\.parquet: \d+ rows\n/)
  assert.equal(readFileSync(join(bench.directory, 'all/samples.parquet')).subarray(0, 4).toString(), 'PAR1')
})

test('bench sql refuses what is no question, and says what to do', async () => {
  const { code, stderr } = await bench.runShared('sql', 'SELEKT 1', 'kept')
  assert.equal(code, 2)
  assert.match(stderr, /^Cannot carry out this query: .*syntax error.*lists tables and columns\.$/m)
})

test('bench history shows the trends of a suite, and what is in none', async () => {
  const { code, stdout, stderr } = await bench.runShared('history', 'json-reviver/arrow-2', 'kept', '--times')
  assert.equal(code, 0)
  assert.match(stdout, /^json-reviver\n\n1 record, 2 trends\./)
  assert.match(stdout, /\n +node: arrow-2 to parse +1 +1\.\d+× \[.*\]\n/)
  assert.match(stdout.replaceAll(/\s+/g, ' '), /they form no trend and are not compared /)
  assert.match(stderr, /^In no trend: \d+ ratios of contenders that did not share launches\./m)
})

test('bench history is silent about files of a folder that are no records, and names a damaged one', async () => {
  const { stderr } = await bench.runShared('history', 'json-reviver', 'kept')
  assert.deepEqual(
    stderr.match(/^Skipped: .*$/gm)?.map(line => line.split(':')[1]),
    [' Cannot read kept/cut.json'],
  )
  const named = await bench.runShared('history', 'json-reviver', 'kept', 'kept/tsconfig.json')
  assert.match(
    named.stderr,
    /^Skipped: Cannot read kept\/tsconfig\.json: it is not a Steelyard record, since it has no schema/m,
  )
  const asked = await bench.runShared('sql', 'SELECT 1', 'kept/tsconfig.json')
  assert.equal(asked.code, 2)
  assert.match(asked.stderr, /^Cannot find a record in kept\/tsconfig\.json\. Name records/m)
})

test('bench history --html writes a page, and says where', async () => {
  const { code, stdout } = await bench.runShared(
    'history',
    'json-reviver',
    'kept',
    '--html',
    'out/trends.html',
  )
  assert.equal(code, 0)
  assert.match(stdout, /\nWrote out\/trends\.html\n$/)
  const page = readFileSync(join(bench.directory, 'out/trends.html'), 'utf8')
  assert.match(page, /^<!doctype html>.*<h1>json-reviver<\/h1>/s)
  assert.match(page, /In no trend: \d+ ratios/)
  const twice = await bench.runShared('history', 'json-reviver', 'kept', '--html', '-', '--json', '-')
  assert.equal(twice.code, 2)
})

test('bench history shows what another tool found, in no trend', async () => {
  const file = new URL('../../interop/src/imports/fixtures/deno-bench.json', import.meta.url)
  await bench.runShared('import', fileURLToPath(file), '--out', 'foreign')
  const { code, stdout, stderr } = await bench.runShared('history', 'json/parse', 'foreign')
  assert.equal(code, 0)
  assert.match(stdout, /^json\n\nOther tools\n\nTimes per iteration from other tools/)
  assert.match(stdout, /\n +deno-bench +deno: parse +1 /)
  assert.doesNotMatch(stdout, /reviver/)
  assert.match(stderr, /^In no trend: 1 record without ratios\./m)
})

test('bench history finds a suite of another tool, and its cases, whose names hold slashes', async () => {
  const file = new URL('../../interop/src/imports/fixtures/deno-bench.json', import.meta.url)
  const text = readFileSync(file, 'utf8')
    .replaceAll('"group": "json"', '"group": "json/deep"')
    .replaceAll('"name": "reviver"', '"name": "with/reviver"')
  writeFileSync(join(bench.directory, 'slashes.json'), text)
  await bench.runShared('import', 'slashes.json', '--out', 'slashes')
  for (const word of ['json/deep', 'json/deep/with/reviver']) {
    const { code, stdout } = await bench.runShared('history', word, 'slashes')
    assert.deepEqual([code, stdout.split('\n', 1)], [0, ['json/deep']])
    assert.match(stdout, /deno: with\/reviver/)
    assert.equal(/deno: parse/.test(stdout), word === 'json/deep')
  }
})

test('bench history reads ratios as timed, at their instant in UTC', async () => {
  const record = sampleRecord()
  const comparisons = record.comparisons.map(each => ({
    ...each,
    asTimed: {
      ...each,
      ratio: { ...each.ratio, value: 9, lower: 8, upper: 10 },
      verdict: null,
      reason: 'quick',
    },
  }))
  mkdirSync(join(bench.directory, 'timed'))
  const text = JSON.stringify({ ...record, comparisons, startedAt: '2026-11-20T01:30:00.000+02:00' })
  writeFileSync(join(bench.directory, 'timed/record.json'), text)
  const { stdout, stderr } = await bench.runShared('history', 'json-reviver', 'timed', '--json', '-')
  const points = JSON.parse(stdout || stderr).settings[0].series.flatMap(
    (series: { points: { ratio: { value: number }; startedAt: string }[] }) => series.points,
  )
  for (const { ratio, startedAt } of points) {
    assert.deepEqual([ratio.value, startedAt], [9, '2026-11-19T23:30:00.000Z'])
  }
  assert.ok(points.length > 0)
})

test('bench history counts the launches before the first look of a run that may end on a verdict', async () => {
  mkdirSync(join(bench.directory, 'looked'))
  const lookPlan = { first: 5, planned: 12, lagOne: 0 }
  const found: Partial<ComparisonRecord>[] = [
    { lookPlan, stop: 'decided' },
    { lookPlan, stop: 'precise' },
    { lookPlan, stop: 'decided', reason: 'control failed', verdict: 'inconclusive' },
  ]
  for (const [hour, comparison] of found.entries()) {
    const record = sessionSample({ hour, effects: { 'arrow-2': 0.1 }, launches: 12, comparison })
    writeFileSync(join(bench.directory, `looked/${hour}.json`), recordText(record))
  }
  const { stdout, stderr } = await bench.runShared('history', 'json-reviver', 'looked', '--json', '-')
  const [series] = JSON.parse(stdout || stderr).settings[0].series
  assert.deepEqual(
    series.points.map((point: { ratio: { n: number } }) => point.ratio.n),
    [5, 12],
  )
  assert.match(stderr, /^In no trend: 1 ratio with a fault\./m)
})

test('bench history leaves out a ratio that its samples do not show, and one that is no ratio', async () => {
  mkdirSync(join(bench.directory, 'changed'))
  const ratio = { value: 2, lower: 1.9, upper: 2.1, level: 0.95, n: 12 }
  const found: Partial<ComparisonRecord>[] = [
    {},
    { ratio },
    { ratio: { ...ratio, value: 0 }, verdict: null, reason: 'quick' },
    { ratio: { ...ratio, value: -1 }, verdict: null, reason: 'quick' },
  ]
  for (const [hour, comparison] of found.entries()) {
    const record = sessionSample({ hour, effects: { 'arrow-2': 0.1 }, comparison })
    writeFileSync(join(bench.directory, `changed/${hour}.json`), recordText(record))
  }
  const { code, stdout, stderr } = await bench.runShared('history', 'json-reviver', 'changed', '--json', '-')
  assert.equal(code, 0, stderr)
  const [series] = JSON.parse(stdout).settings[0].series
  assert.equal(series.points.length, 1)
  assert.match(stderr, /^In no trend: 3 ratios with a fault\./m)
})

test('bench history --json - gives all of it, and refuses wrong names', async () => {
  const { stdout } = await bench.runShared('history', 'json-reviver', 'kept', '--json', '-')
  const history = JSON.parse(stdout)
  assert.equal(history.schema, 'steelyard/history@1')
  const paired = sampleRecord().comparisons.filter(each => each.paired).length
  assert.equal(history.settings[0].series.length, paired)
  const wrong = await bench.runShared('history', 'json-revivor', 'kept')
  assert.equal(wrong.code, 2)
  assert.match(wrong.stderr, /^Cannot find 'json-revivor' in these records\. Did you mean json-reviver\?$/m)
})
