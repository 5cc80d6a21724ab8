import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ResultRecord, RunRecord } from '@steelyard/record'
import { agreementSample } from '@steelyard/record/fixtures/agreement-sample'
import { compareSample } from '@steelyard/record/fixtures/compare-sample'
import { figuresSample } from '@steelyard/record/fixtures/figures-sample'
import { foreignSample } from '@steelyard/record/fixtures/foreign-sample'
import { sampleRecord, sampleTargetsRecord } from '@steelyard/record/fixtures/sample-record'
import { routedSample, serverSample } from '@steelyard/record/fixtures/server-sample'
import { startSample } from '@steelyard/record/fixtures/start-sample'
import { EXPORT_FORMATS, type ExportFormat, exportRecords } from './index.ts'

/** One contender of one launch, with names that every format has to bring through. */
function hostileRecord() {
  const record = sampleRecord()
  const [result] = record.results
  if (result === undefined) throw new Error('the sample has results')
  const hostile: ResultRecord = {
    ...result,
    case: 'arrow-2',
    params: { text: 'a "b", 100 %/c', size: 10 },
    launches: result.launches.slice(0, 1),
  }
  return sampleRecord({ results: [hostile], comparisons: [] })
}

function textOf(format: ExportFormat, ...records: ReturnType<typeof sampleRecord>[]): string {
  return Array.from(exportRecords(records, format).text).join('')
}

test('exportRecords writes one line of the Go format for each launch', () => {
  const record = hostileRecord()
  const launch = record.results[0]?.launches[0]
  assert.ok(launch)
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const wall = mean(launch.wallNs)
  const cpu = mean((launch.cpuNs ?? []).filter(ns => ns !== null))
  const iterations = launch.iterationsPerBatch * launch.wallNs.length
  const lines = textOf('benchstat', record).split('\n')
  assert.deepEqual(lines, [
    'Unit cpu-sec/op better=lower',
    'os: linux',
    'cpu: AMD EPYC 9B14',
    'suite: json-reviver',
    'target: node@26.10.0',
    'timer: steelyard',
    `BenchmarkJsonReviver/case=arrow-2/text=a%20"b",%20100%20%25%2Fc/size=10-1\t${iterations}\t${wall} ns/op\t${cpu} cpu-ns/op`,
    '',
  ])
})

test('exportRecords writes no number of processors in the Go format where it is unknown', () => {
  const record = foreignSample()
  const environment = { ...record.environment, affinity: 'all' as const, cores: null }
  const results = record.results.map((result, index) => ({
    ...result,
    case: `arrow-${2 * index}x-2`,
    params: {},
  }))
  const text = textOf('benchstat', { ...record, environment, results })
  assert.deepEqual(text.match(/case=\S+/g), ['case=arrow-0x%2D2', 'case=arrow-2x%2D2'])
})

test('exportRecords separates records by their ids in the Go format', () => {
  const text = textOf('benchstat', hostileRecord(), { ...hostileRecord(), id: 'another' })
  assert.deepEqual(text.match(/^record: .*$/gm), ['record: 7c0e4f1a2b3c', 'record: another'])
})

test('exportRecords gives github-action-benchmark times, CPU times and paired ratios under names of their own', () => {
  const record = sampleRecord()
  const entries = JSON.parse(textOf('github-action-benchmark', record)) as {
    name: string
    unit: string
    value: number
    extra: string
  }[]
  assert.equal(new Set(entries.map(({ name }) => name)).size, entries.length)
  const ratio = entries.find(
    ({ name }) => name === 'json-reviver/arrow-2 ÷ parse payload=rsc on node@26.10.0',
  )
  const comparison = record.comparisons[0]
  assert.equal(ratio?.value, comparison?.ratio.value)
  assert.match(ratio?.extra ?? '', /^95 % interval over 12 launches\nverdict: slower$/)
  const time = entries.find(({ name }) => name === 'json-reviver/parse payload=rsc on bun@1.4.5')
  assert.equal(time?.unit, 'ns/iteration')
  assert.equal(time?.value, record.results[1]?.wallNs?.value)
})

test('exportRecords gives Bencher values with their bounds', () => {
  const record = sampleTargetsRecord()
  const metrics = JSON.parse(textOf('bencher', record))
  const { value, lower, upper } = record.results[0]?.wallNs ?? { value: 0, lower: 0, upper: 0 }
  const { latency } = metrics['json-reviver/parse payload=rsc on node@26.10.0']
  assert.deepEqual(latency, { value, lower_value: lower, upper_value: upper })
  const name = 'json-reviver/arrow-2 payload=rsc on bun@1.4.5 ÷ node@26.10.0'
  assert.ok(metrics[name].ratio.value > 2)
})

test('exportRecords writes CSV that keeps commas, quotes and every sample', () => {
  const record = hostileRecord()
  const [heading, first, ...rest] = textOf('csv', record).split('\r\n')
  assert.match(heading ?? '', /^record,started_at,suite,case_id,params,/)
  assert.ok(
    first?.includes(
      'arrow-2,"{""size"":10,""text"":""a \\""b\\"", 100 %/c""}",node@26.10.0,steelyard,false,ok,0,0,0,',
    ),
  )
  assert.equal(rest.length, 6)
  const whole = sampleRecord()
  const samples = whole.results.flatMap(({ launches }) => launches).flatMap(({ wallNs }) => wallNs)
  assert.equal(textOf('csv', whole).split('\r\n').length, samples.length + 2)
})

for (const format of EXPORT_FORMATS.filter(each => each !== 'csv')) {
  test(`exportRecords leaves out failed results, and reports it: ${format}`, () => {
    const { text, leftOut } = exportRecords([sampleRecord()], format)
    assert.deepEqual(leftOut, [
      'json-reviver/context-source payload=rsc on bun@1.4.5 (unsupported)',
      'json-reviver/delete-keys payload=rsc on node@26.10.0 (failed)',
    ])
    assert.ok(!Array.from(text).join('').includes('context-source payload=rsc on bun@1.4.5'))
  })
}

test('no export has what failed, nor the copy of a base, and each has all the rest', () => {
  const record = sampleRecord()
  const [first, second, ...others] = record.results
  assert.ok(first && second)
  const results: ResultRecord[] = [
    { ...first, case: 'whole' },
    { ...second, case: 'broken', status: 'crashed', error: { code: 'tool-error', message: 'fell over' } },
    { ...first, case: 'copied', control: true },
    ...others,
  ]
  for (const format of EXPORT_FORMATS.filter(each => each !== 'csv')) {
    const text = textOf(format, { ...record, results, comparisons: [] })
    // It has pairs alone, and this case is on one target.
    assert.equal(text.includes('whole'), format !== 'node-compare', format)
    assert.doesNotMatch(text, /broken|copied/, format)
  }
})

test('exportRecords gives CPU time, ratios and ranges for paired results only', () => {
  const sample = sampleRecord()
  const record = {
    ...sample,
    comparisons: sample.comparisons.map(one => ({ ...one, metric: 'cpu' as const })),
  }
  const [result] = record.results
  const name = 'json-reviver/parse payload=rsc on node@26.10.0'
  const entries = JSON.parse(textOf('github-action-benchmark', record)) as {
    name: string
    unit: string
    value: number
    range: string
  }[]
  const { value, lower, upper } = result?.cpuNs ?? { value: 0, lower: 0, upper: 0 }
  const shown = (end: number) => String(Number(end.toPrecision(4)))
  assert.ok(lower < value && value < upper)
  const [cpu] = entries.filter(entry => entry.name === `${name}, CPU`)
  assert.deepEqual(
    [cpu?.unit, cpu?.value, cpu?.range],
    ['ns/iteration', value, `${shown(lower)} to ${shown(upper)}`],
  )
  const paired = record.comparisons.filter(comparison => comparison.paired)
  assert.ok(paired.length > 0 && paired.length < record.comparisons.length)
  const ratios = entries.filter(({ unit }) => unit === '×').map(entry => entry.name)
  assert.equal(ratios.length, paired.length)
  assert.ok(ratios.every(ratio => / ÷ .*, CPU$/.test(ratio)))
  const metrics = Object.entries<object>(JSON.parse(textOf('bencher', record)))
  const withRatio = metrics.filter(([, metric]) => 'ratio' in metric).map(([key]) => key)
  assert.deepEqual(withRatio.toSorted(), ratios.toSorted())
})

test('exportRecords refuses two entries of one name where the name is all there is', () => {
  const records = [sampleRecord(), sampleRecord({ id: 'another' })]
  assert.throws(() => exportRecords(records, 'bencher'), {
    name: 'RangeError',
    message:
      /^Cannot write these records as bencher: .* json-reviver\/parse payload=rsc on node@26\.10\.0 is there/,
  })
  assert.doesNotThrow(() => exportRecords(records, 'csv'))
})

const KINDS: Readonly<Record<string, RunRecord>> = {
  compare: compareSample(),
  figures: figuresSample(),
  server: serverSample(),
  routed: routedSample(),
  starts: startSample(),
  timers: { ...agreementSample(), comparisons: [] },
}

for (const [kind, record] of Object.entries(KINDS)) {
  test(`exportRecords writes numbers alone where numbers belong, for a record of ${kind}`, () => {
    for (const format of EXPORT_FORMATS) {
      // It knows two targets.
      if (format === 'node-compare' && record.targets.length !== 2) continue
      const text = textOf(format, record)
      assert.doesNotMatch(text, /NaN|undefined|Infinity|\[object/, format)
      if (!['benchstat', 'csv', 'node-compare'].includes(format)) assert.ok(JSON.parse(text), format)
    }
    const values = textOf('benchstat', record).match(
      /^Benchmark\S+\t\d+\t[\d.e+-]+ ns\/op(?:\t[\d.e+-]+ cpu-ns\/op)?$/gm,
    )
    assert.ok((values?.length ?? 0) > 0)
    assert.equal(values?.length, textOf('benchstat', record).match(/^Benchmark/gm)?.length)
  })
}

test('exportRecords gives the results of another tool, with its intervals', () => {
  const metrics = JSON.parse(textOf('bencher', foreignSample()))
  assert.deepEqual(Object.values(metrics), [
    { latency: { value: 100_000, lower_value: 90_000, upper_value: 110_000 } },
    { latency: { value: 200_000 } },
  ])
  const entries = JSON.parse(textOf('github-action-benchmark', foreignSample()))
  assert.deepEqual(
    entries.map(({ value, extra }: { value: number; extra?: string }) => [value, extra]),
    [
      [100_000, '95 % interval'],
      [200_000, undefined],
    ],
  )
})
