import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { type ForeignName, type RunRecord, validateRecord } from '@steelyard/record'
import { estimateFromLaunches } from '@steelyard/stats'
import { exportRecords } from '../exports/index.ts'
import { IMPORT_FORMATS, importRecord } from './index.ts'
import type { ImportOptions } from './source.ts'

const FILES: Readonly<Record<string, ForeignName>> = {
  'deno-bench.json': 'deno-bench',
  'node-bench.ndjson': 'node-bench',
  'workerd-bench.json': 'workerd-bench',
  'mitata-node.json': 'mitata',
  'mitata-bun.json': 'mitata',
  'hyperfine-1.json': 'hyperfine',
  'hyperfine-2.json': 'hyperfine',
}

/** What the real tools wrote. */
function written(name: string): string {
  return readFileSync(join(import.meta.dirname, 'fixtures', name), 'utf8')
}

type Choice = Partial<Pick<ImportOptions, 'format' | 'target'>>

function imported(text: string, { format, target }: Choice = {}): RunRecord {
  return importRecord(
    { name: 'out.json', text, modifiedAt: new Date('2026-01-02T03:04:05Z') },
    { format: format ?? null, target: target ?? null, steelyard: { version: '0.1.0', commit: null } },
  )
}

function caseOf(record: RunRecord, name: string) {
  const result = record.results.find(each => each.case === name)
  assert.ok(result, name)
  return result
}

test('importRecord knows every format that can be asked for', () => {
  assert.deepEqual(new Set(Object.values(FILES)), new Set(IMPORT_FORMATS))
})

for (const [name, tool] of Object.entries(FILES)) {
  test(`importRecord makes a record of ${name} that follows the schema and holds no verdict`, () => {
    const record = validateRecord(imported(written(name)))
    assert.equal(record.foreign?.tool, tool)
    assert.deepEqual(record.comparisons, [])
    assert.ok(record.results.some(({ status }) => status === 'ok'))
    for (const { launches, foreign, wallNs, status } of record.results) {
      assert.deepEqual(launches, [])
      assert.equal(foreign !== null, status === 'ok')
      if (!foreign?.byProcess) assert.equal(wallNs, null)
    }
  })

  test(`importRecord reads ${name} the same when its format is given`, () => {
    const [said, guessed] = [imported(written(name), { format: tool }), imported(written(name))]
    assert.deepEqual(said.results, guessed.results)
  })

  test(`importRecord refuses ${name} cut short, and as another format, in one sentence`, () => {
    const text = written(name)
    const cut = text.trimEnd().slice(0, -Math.min(200, text.length / 2))
    assert.throws(() => imported(cut), {
      name: 'SyntaxError',
      message: /^Cannot import out\.json: .+\. (?:It may be cut short|Give the whole output)[^\n]*\.$/,
    })
    for (const format of IMPORT_FORMATS.filter(each => each !== tool)) {
      assert.throws(() => imported(text, { format }), {
        name: 'SyntaxError',
        message: new RegExp(
          `^Cannot import out\\.json: read as ${format}, .+ (?:is missing|expected .+|in it)\\. Give the`,
        ),
      })
    }
  })
}

for (const [what, text, says] of [
  ['is empty', ' \n', /: it is empty\. Give what one of these wrote: workerd bench --format json, /],
  ['is text', 'benchmark 1\n', /: it is not JSON \(.*\)\. It may be cut short/],
  ['is JSON of another kind', '{"a": 1}', /: it is of none of the formats that are known\. Give what/],
  ['is null', 'null', /: it is of none of the formats/],
  ['is a record', '{"schema": "steelyard/run@1"}', /: it is a record of Steelyard already\. Give it to/],
  ['holds no case', '{"results": []}', /: read as hyperfine, there is no finished case in it\./],
] as const) {
  test(`importRecord reports that a file ${what}`, () => {
    assert.throws(() => imported(text), { name: 'SyntaxError', message: says })
  })
}

test('importRecord takes from deno bench the averages, the groups, the baseline and the failures', () => {
  const text = written('deno-bench.json')
  const record = imported(text)
  const source = JSON.parse(text).benches.find((bench: { name: string }) => bench.name === 'parse').results[0]
    .ok
  const { foreign } = caseOf(record, 'parse')
  assert.equal(foreign?.wallNs, source.avg)
  assert.equal(foreign?.samples, source.n)
  assert.deepEqual([foreign?.interval, foreign?.samplesNs, foreign?.statistics.p99], [null, null, source.p99])
  assert.deepEqual(
    record.suites.map(({ name, baseline }) => [name, baseline]),
    [
      ['json.deno', 'alone'],
      ['json', 'parse'],
    ],
  )
  assert.deepEqual(
    record.targets.map(({ id, runtime }) => [id, runtime]),
    [['deno@2.9.6', 'deno']],
  )
  assert.deepEqual(
    [caseOf(record, 'broken').status, caseOf(record, 'broken').error],
    ['failed', { code: 'tool-error', message: 'no such thing' }],
  )
  assert.deepEqual([record.startedAt, record.foreign?.dated], ['2026-01-02T03:04:05.000Z', 'file'])
})

test('importRecord turns the rates of node:bench into times, the ends of their interval too', () => {
  const text = written('node-bench.ndjson')
  const events = text
    .trim()
    .split('\n')
    .map(line => JSON.parse(line))
  const { data } = events.find(({ type, data }) => type === 'bench:complete' && data.name === 'reviver')
  const { foreign } = caseOf(imported(text), 'reviver')
  assert.equal(foreign?.wallNs, 1e9 / data.summary.mean)
  const { lower, upper } = data.summary.confidenceInterval
  assert.deepEqual(foreign?.interval, { lower: 1e9 / upper, upper: 1e9 / lower, level: 0.95 })
  assert.equal(foreign?.samplesNs?.length, 12)
  assert.equal(foreign?.samplesNs?.[0], Number(data.samples[0].duration_ns) / data.samples[0].operations)
})

test('importRecord takes a rate of node:bench that has no interval, as of one sample', () => {
  const text = written('node-bench.ndjson').replace(
    /"confidenceInterval":\{[^}]*\}/g,
    '"confidenceInterval":{"lower":null,"upper":null}',
  )
  assert.match(text, /"lower":null/)
  const { foreign } = caseOf(imported(text), 'reviver')
  assert.deepEqual([foreign?.interval, Number(foreign?.wallNs) > 0], [null, true])
})

test('importRecord takes the given target where the file has none', () => {
  const text = "A='1 2' node@26.10.0 --no-opt"
  const named = { runtime: 'node', version: '26.10.0', flags: ['--no-opt'], environment: { A: '1 2' } }
  const record = imported(written('node-bench.ndjson'), { target: { text, ...named } })
  const [{ id, runtime, version, flags, environment } = assert.fail()] = record.targets
  assert.deepEqual([id, record.command.at(-1)], ['A=1 2 node@26.10.0 --no-opt', text])
  assert.deepEqual({ runtime, version, flags, environment }, named)
  assert.equal(imported(written('node-bench.ndjson')).targets[0]?.version, 'unknown')
})

test('importRecord does not take the ticks of mitata for samples, which may be batches of them', () => {
  const file = JSON.parse(written('mitata-node.json'))
  const { stats } = file.benchmarks[0].runs[0]
  stats.ticks = 4096 * stats.samples.length
  const samplesOf = () => imported(JSON.stringify(file)).results[0]?.foreign?.samples
  assert.equal(samplesOf(), stats.samples.length)
  stats.samples = null
  assert.equal(samplesOf(), null)
})

test("importRecord keeps the interval of workerd bench, its samples, and its engine's version", () => {
  const text = written('workerd-bench.json')
  const record = imported(text)
  const source = JSON.parse(text).groups[0].cases[0]
  const { foreign, wallNs } = caseOf(record, 'parse')
  assert.deepEqual(foreign?.interval, {
    lower: source.wallNs.meanLow,
    upper: source.wallNs.meanHigh,
    level: 0.95,
  })
  assert.deepEqual(foreign?.samplesNs, source.wallNs.samples)
  assert.deepEqual([foreign?.cpuNs, wallNs], [source.cpuNs.mean, null])
  assert.equal(record.targets[0]?.engine.name, 'v8')
})

test('importRecord leaves out what node:bench skipped', () => {
  const text = written('node-bench.ndjson')
  const skipped = {
    type: 'bench:complete',
    data: { name: 'no', namePath: ['no'], samples: [], skip: 'name pattern' },
  }
  assert.deepEqual(imported(`${text}${JSON.stringify(skipped)}\n`).results, imported(text).results)
})

test('importRecord takes the arguments of mitata as parameters, and when it began', () => {
  // It writes another kind for several arguments.
  const record = imported(written('mitata-node.json').replaceAll(/"args"(?=[,}])/g, '"multi-args"'))
  const sorts = record.results.filter(({ case: caseId }) => caseId === 'sort $size')
  assert.deepEqual(
    sorts.map(({ params }) => params),
    [{ size: 64 }, { size: 512 }],
  )
  assert.deepEqual([record.foreign?.dated, record.targets[0]?.id], ['source', 'node@26.10.0'])
  assert.equal(imported(written('mitata-bun.json')).targets[0]?.id, 'bun@1.4.5')
})

for (const version of [1, 2]) {
  test(`importRecord makes an interval over the runs of hyperfine ${version}, which are processes`, () => {
    const text = written(`hyperfine-${version}.json`)
    const [source] = JSON.parse(text).results
    const seconds: number[] =
      version === 1
        ? source.times
        : source.measurements.map((run: { time_wall_clock: { value: number } }) => run.time_wall_clock.value)
    const { wallNs, foreign } = caseOf(imported(text), 'sleep 0.01')
    assert.deepEqual(wallNs, estimateFromLaunches(seconds.map(time => time * 1e9)))
    assert.equal(wallNs?.n, 12)
    assert.ok(foreign?.byProcess && (foreign.cpuNs ?? 0) > 0)
    const lines = Array.from(exportRecords([imported(text)], 'benchstat').text).join('')
    assert.equal(lines.match(/^BenchmarkHyperfine\/case=sleep%200\.01/gm)?.length, 12)
  })
}

test('importRecord distinguishes a second case of the same name', () => {
  const text = written('deno-bench.json').replaceAll('"reviver"', '"parse"')
  const cases = imported(text).results.map(({ case: caseId }) => caseId)
  assert.deepEqual(cases.toSorted(), ['alone', 'broken', 'parse', 'parse #2'])
})

test('importRecord repairs half of a surrogate pair, in keys too, in JSON and in lines of it', () => {
  const whole = JSON.parse(written('hyperfine-1.json'))
  for (const each of whole.results)
    Object.assign(each, { command: 'a\ud83d', parameters: { 'p\udc00': 'v\ud83d' } })
  const record = imported(JSON.stringify(whole))
  assert.deepEqual(record.results[0]?.params, { 'p\ufffd': 'v\ufffd' })
  const lines = written('node-bench.ndjson').replaceAll(/"name":"/g, String.raw`"name":"\ud83d`)
  for (const text of [JSON.stringify(record), JSON.stringify(imported(lines))]) {
    assert.doesNotMatch(text, /\\ud/)
  }
})

test('importRecord says in how many runs a command of hyperfine failed', () => {
  const file = JSON.parse(written('hyperfine-1.json'))
  file.results[0].exit_codes[3] = 1
  const [failing, clean] = imported(JSON.stringify(file)).results
  assert.deepEqual(failing?.warnings, [{ code: 'failed-runs', runs: 1, of: 12 }])
  assert.deepEqual(clean?.warnings, [])
})

test('importRecord takes as many runs of hyperfine as a file has', () => {
  const file = JSON.parse(written('hyperfine-1.json'))
  const [first] = file.results
  const times = Array.from({ length: 200_000 }, (_, index) => 1 + (index % 1000) / 1000)
  const record = imported(JSON.stringify({ results: [{ ...first, times, exit_codes: [] }] }))
  const { statistics, samples } = record.results[0]?.foreign ?? {}
  assert.deepEqual([samples, statistics?.min, statistics?.max], [200_000, 1e9, 1.999e9])
})
