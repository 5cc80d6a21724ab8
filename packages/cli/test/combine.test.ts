// What `bench combine` reads, writes and refuses; the answers themselves are tested where they are made.
import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import type { CombinationRecord } from '@steelyard/record'
import { sessionSample } from '@steelyard/record/fixtures/session-sample'
import { readCommandLine, SILENT } from '../src/command-line.ts'
import { Bench } from './bench-process.ts'

const bench = new Bench()
after(() => bench.remove())

const OTHER = '00000000-0000-4000-8000-000000000002'
const path = (name: string) => join(bench.directory, name)

before(() => {
  mkdirSync(path('records/deep'), { recursive: true })
  const keep = (name: string, record: object) =>
    writeFileSync(path(`records/${name}`), JSON.stringify(record))
  for (const [index, hour] of [0, 24].entries()) {
    keep(`here-${index}.json`, sessionSample({ hour, effects: { 'arrow-2': 0.1 } }))
    const there = { cpuId: 'zen4-25.17-aaaaaa', installationId: OTHER }
    keep(`deep/there-${index}.json`, sessionSample({ hour, effects: { 'arrow-2': -0.27 }, ...there }))
  }
  keep('other.json', sessionSample({ hour: 48, effects: { parse: 0 } }))
  writeFileSync(path('broken.json'), '{"schema": "steelyard/run@1"')
})

test('bench combine reads files, folders and globs alike, and gives all to a pipe', async () => {
  const ways = [['records'], ['records/here-0.json', 'records/here-[1-9].json', 'records/deep']]
  const answers: CombinationRecord[] = []
  for (const way of ways) {
    const { code, stdout, stderr } = await bench.runShared('combine', ...way, '--json', '-')
    assert.equal(code, 0, stderr)
    assert.match(stderr, /json-reviver\/arrow-2 .*depends on the machine/)
    answers.push(JSON.parse(stdout) as CombinationRecord)
  }
  for (const { comparisons } of answers) {
    assert.deepEqual(comparisons, answers[0]?.comparisons)
    assert.equal(comparisons[0]?.conclusion.kind, 'depends')
  }
  assert.deepEqual(
    answers[0]?.alone.map(each => each.case),
    ['parse'],
  )
})

test('bench combine writes Markdown, a page and evidence that can be computed again', async () => {
  const { code, stdout, stderr } = await bench.runShared(
    ...['combine', 'records', '--markdown', 'm.md', '--html', 'p.html', '--evidence', 'e'],
  )
  assert.equal(code, 0, stderr)
  assert.match(stdout, /Wrote m\.md\nWrote p\.html\nEvidence: e\n$/)
  assert.match(readFileSync(path('m.md'), 'utf8'), /\*\*depends on the machine\*\*/)
  assert.match(readFileSync(path('p.html'), 'utf8'), /<svg /)
  assert.match(readFileSync(path('e/evidence.md'), 'utf8'), /This is not evidence, or not in full/)
  assert.match(readFileSync(path('e/ratios.svg'), 'utf8'), /^<svg /)
  const again = await bench.runShared('combine', 'e/records', '--json', '-')
  assert.equal(again.code, 0, again.stderr)
  assert.equal(again.stdout, readFileSync(path('e/combination.json'), 'utf8'))
})

test('bench combine skips what is no record in a folder, and says so', async () => {
  mkdirSync(path('mixed'))
  for (const name of ['here-0.json', 'here-1.json']) {
    writeFileSync(path(`mixed/${name}`), readFileSync(path(`records/${name}`)))
  }
  writeFileSync(path('mixed/package.json'), '{}')
  writeFileSync(path('mixed/again.json'), readFileSync(path('records/here-0.json')))
  const { code, stdout, stderr } = await bench.runShared('combine', 'mixed')
  assert.equal(code, 0, stderr)
  assert.match(stderr, /^Skipped: Cannot read mixed\/package\.json: .*\n$/)
  assert.match(stdout, /here-0\.json: the same measurement as another file/)
  assert.match(stdout, /▲ slower on the one machine measured/)
})

test('bench combine leaves out a record whose samples or threshold no run has, and says why', async () => {
  mkdirSync(path('hostile'))
  for (const name of ['here-0.json', 'here-1.json']) {
    writeFileSync(path(`hostile/${name}`), readFileSync(path(`records/${name}`)))
  }
  const record = sessionSample({ hour: 48, effects: { 'arrow-2': 0.1 } })
  const results = record.results.map(result => ({
    ...result,
    launches: result.launches.map(launch => ({ ...launch, wallNs: launch.wallNs.map(() => 1e308) })),
  }))
  writeFileSync(path('hostile/huge.json'), JSON.stringify({ ...record, results }))
  const zero = sessionSample({ hour: 72, effects: { 'arrow-2': 0.1 }, comparison: { threshold: 0 } })
  writeFileSync(path('hostile/zero.json'), JSON.stringify(zero))
  const { code, stdout, stderr } = await bench.runShared('combine', 'hostile')
  assert.equal(code, 0, stderr)
  assert.match(
    stderr,
    /^Skipped: Cannot read hostile\/huge\.json: results\[0\]\S+wallNs\[0\] is 1e\+308, expected/m,
  )
  assert.match(
    stderr,
    /^Skipped: Cannot read hostile\/zero\.json: comparisons\[0\]\.threshold is 0, expected/m,
  )
  assert.match(stdout, /▲ slower on the one machine measured/)
})

test('bench combine ends with 2 and one sentence where there is nothing to combine', async () => {
  const { code, stderr } = await bench.runShared('combine', 'records/here-0.json')
  assert.equal(code, 2)
  assert.match(stderr, /^Cannot combine fewer than two records: 1 record was given\. .*\n$/)
})

const WRONG: readonly (readonly [string, readonly string[], RegExp])[] = [
  ['no file', [], /missing required argument 'sources'/],
  [
    'the same record twice',
    ['records/here-0.json', 'mixed/again.json'],
    /2 records were given, of which one is a copy\./,
  ],
  [
    'nothing in common',
    ['records/here-0.json', 'records/other.json'],
    /^Cannot combine these records: no comparison is in two of them\./,
  ],
  ['a broken file', ['records/here-0.json', 'broken.json'], /^Cannot read \S+broken\.json: it is not JSON/],
  ['no such file', ['nowhere.json'], /^Cannot read \S+nowhere\.json: there is no such file/],
  ['a glob without a match', ['nowhere-*.json'], /^Cannot read \S+nowhere-\*\.json: no file matches it\./],
  ['a folder without a record', ['empty'], /^Cannot combine fewer than two records: 0 records were given\./],
  [
    'two to standard output',
    ['records', '--json=-', '--html=-'],
    /--json and --html cannot both write to standard output/,
  ],
  ['a threshold of 0', ['records', '--threshold=0'], /--threshold.*Give a number above 0/],
]

for (const [name, args, expected] of WRONG) {
  test(`bench combine refuses ${name} in one sentence`, async () => {
    mkdirSync(path('empty'), { recursive: true })
    const placed = args.map(word => (word.startsWith('--') ? word : path(word)))
    await assert.rejects(
      async () => readCommandLine(['combine', ...placed], SILENT).execute(placed),
      (error: Error) => expected.test(error.message) && !error.message.includes('\n'),
    )
  })
}
