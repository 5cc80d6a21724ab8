import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import type { ComparisonRecord, RunRecord } from '@steelyard/record'
import { sampleRecord, sampleTargetsRecord } from '@steelyard/record/fixtures/sample-record'
import { displayWidth } from '../../../text/src/display-width.ts'
import { renderReport } from './render-report.ts'

const STYLE = { width: 140, color: false }

test('renderReport of the sample at 100 columns is the one kept', t => {
  t.assert.fileSnapshot(
    renderReport(sampleRecord(), { ...STYLE, width: 100 }),
    join(import.meta.dirname, 'fixtures', 'report-100.txt'),
    { serializers: [text => String(text)] },
  )
})

const records: Readonly<Record<string, RunRecord>> = {
  cases: sampleRecord(),
  targets: sampleTargetsRecord(),
  quick: quick(sampleRecord()),
  'two payloads': twoPayloads(),
  'long names': longNames(),
}

for (const [what, record] of Object.entries(records)) {
  for (const width of [40, 59, 60, 79, 80, 99, 100, 140]) {
    test(`renderReport stays within ${width} columns: ${what}`, () => {
      const lines = renderReport(record, { width, color: true }).split('\n')
      assert.deepEqual(
        lines.filter(line => displayWidth(line) > width),
        [],
      )
    })
  }
}

test('renderReport colours only on request, and says the same without', () => {
  const colored = renderReport(sampleRecord(), { ...STYLE, color: true })
  const bare = renderReport(sampleRecord(), STYLE)
  assert.ok(colored.includes('\u001b[31m▲ slower\u001b[0m'))
  assert.ok(!bare.includes('\u001b'))
  assert.equal(colored.replaceAll(new RegExp(`${'\u001b'}\\[\\d+m`, 'g'), ''), bare)
})

test('renderReport begins with the answer, with the intervals of its matrices', () => {
  const lines = renderReport(sampleRecord(), STYLE).split('\n')
  assert.match(lines[0] ?? '', /^json-reviver {2}What does a reviver cost/)
  assert.equal(lines[3], '  ? bun        measured apart, no verdict: 41 % faster to 2.8×')
  assert.match(lines.join('\n'), /^ {2}arrow-2 +1\.341 ±0\.5 % ▲ .*5\.88 ±0\.5 % ▲/m)
})

test('renderReport gives each case its times, ratio and verdict', () => {
  const text = renderReport(sampleRecord(), STYLE)
  assert.match(text, /arrow-2 +110 µs ±0\.4 % +112 µs ±0\.4 % +1\.341× \[1\.334, 1\.348\] +▲ slower/)
  assert.match(text, /context-source .*\? inconclusive \(too wide\)/)
  assert.match(text, /hoisted .*▼ faster/)
  assert.match(text, /hoisted .*= same/)
  assert.match(text, /parse .*baseline/)
  assert.match(text, /delete-keys +✗ failed/)
  assert.match(text, /context-source +– unsupported/)
})

test('renderReport drops the CPU time below 90 columns, and stacks where no table fits', () => {
  const at = (width: number) => renderReport(sampleRecord(), { ...STYLE, width })
  assert.match(at(100), /CPU\/iteration/)
  assert.doesNotMatch(at(79), /CPU\/iteration/)
  assert.match(at(60 + 19), /wall\/iteration/)
  assert.match(
    at(59),
    /^ {2}arrow-2\n {4}wall\/iteration 110 µs ±0\.4 %, ratio to parse\s+1\.341× \[1\.334, 1\.348\], verdict ▲ slower/m,
  )
})

test('renderReport marks a difference in the tail and explains the mark', () => {
  const text = renderReport(sampleRecord(), STYLE)
  assert.match(text, /arrow-2 .*▲ slower †/)
  assert.match(
    text,
    /† in the tail: sums and medians disagree, so the cost hits few batches, as a collector does\. .*arrow-2 on bun@1\.4\.5, median 4\.94×/,
  )
})

test('renderReport says what a ratio is without contended batches only where it is another', () => {
  const [first, ...others] = sampleRecord().comparisons
  assert.ok(first)
  const shown = (uncontendedRatio: typeof first.ratio) =>
    renderReport(sampleRecord({ comparisons: [{ ...first, uncontendedRatio }, ...others] }), STYLE)
  assert.doesNotMatch(shown(first.ratio), /Without the batches/)
  assert.match(
    shown({ ...first.ratio, value: 1.1, lower: 1.09, upper: 1.11 }),
    /Without the batches that shared their core with other work: arrow-2 on node@26\.10\.0, 1\.10× \[1\.09,\s+1\.11\]/,
  )
})

test('renderReport marks an estimate that was never steady, or drifting, but not for few launches', () => {
  const shown = (state: 'never steady' | 'drifting', share: number) => {
    const [base, ...others] = sampleRecord().results
    assert.ok(base)
    const launches = base.launches.map((launch, index) =>
      index < share * base.launches.length ? { ...launch, warmup: { ...launch.warmup, state } } : launch,
    )
    return renderReport(sampleRecord({ results: [{ ...base, launches }, ...others] }), STYLE)
  }
  assert.match(shown('never steady', 0.25), /parse .*baseline \(never steady\)/)
  assert.doesNotMatch(shown('never steady', 0.1), /baseline \(/)
  assert.match(shown('drifting', 0.6), /parse .*baseline \(drifting\)/)
  assert.doesNotMatch(shown('drifting', 0.4), /baseline \(/)
})

test('renderReport labels what the engine did in timed batches, optimising before collecting', () => {
  const [first, second, ...others] = sampleRecord().results
  const quiet = first?.events
  assert.ok(first && second && quiet)
  const results = [
    { ...first, events: { ...quiet, collections: { count: 40, batches: 34 } } },
    { ...second, events: { ...quiet, deoptimisations: { count: 2, batches: 1 } } },
    ...others,
  ]
  assert.match(
    renderReport(sampleRecord({ results }), STYLE).replaceAll(/\s+/g, ' '),
    /In the timed part of a traced launch: parse on bun@1\.4\.5: optimised code left in 1 of 40 batches; parse on node@26\.10\.0: GC in 34 of 40 batches/,
  )
  assert.doesNotMatch(renderReport(sampleRecord(), STYLE), /traced launch/)
})

test('renderReport gives a block for each case when targets are compared', () => {
  const text = renderReport(sampleTargetsRecord(), STYLE)
  assert.match(text, /^ {4}target +wall\/iteration.*\n {2}parse$/m)
  assert.match(text, /^ {4}node@26\.10\.0 +82\.1 µs .* base/m)
  assert.match(text, /node@26\.10\.0 --max-semi-space-size=64 .*\? inconclusive \(bimodal\)/)
})

test('renderReport gives a block for each base when flag variants have bases of their own', () => {
  const record = sampleTargetsRecord()
  const comparisons = record.comparisons.map(each =>
    each.head === 'bun@1.4.5' ? { ...each, base: 'node@26.10.0 --max-semi-space-size=64' } : each,
  )
  const text = renderReport({ ...record, comparisons }, STYLE)
  assert.match(text, /^ {2}parse against node@26\.10\.0\n/m)
  assert.match(
    text,
    /^ {2}parse against node@26\.10\.0 --max-semi-space-size=64\n.*base.*\n {4}bun@1\.4\.5 .*▼ faster/m,
  )
})

test('renderReport says threshold, bias allowance and intervals once', () => {
  const text = renderReport(twoPayloads(), STYLE)
  const notes = text.match(
    /threshold 1 %, bias allowance 0\.2 % \(assumed: bench doctor measures it\), 95 %\sintervals over 12 to 24\slaunches/g,
  )
  assert.equal(notes?.length, 1)
})

test('renderReport has a section for each choice of parameters', () => {
  const text = renderReport(twoPayloads(), STYLE)
  assert.match(text, /^payload=rsc\n/m)
  assert.match(text, /^payload=numbers\n/m)
  assert.match(text, /context-source \(payload=numbers\) on bun@1\.4\.5 unsupported/)
})

test('renderReport names what failed, each with its sentence', () => {
  const text = renderReport(sampleRecord(), STYLE)
  assert.match(
    text,
    /Failed or unsupported\n.*context-source on bun@1\.4\.5 unsupported: Reviver gets no context/,
  )
  assert.match(text, /delete-keys on node@26\.10\.0 failed: failed its check: verify found/)
})

test('renderReport warns once of each thing, with what to try next', () => {
  const record = sampleRecord()
  const results = record.results.map((result, index) => ({
    ...result,
    warnings: [{ code: 'waiting', cpuShare: (index + 1) / 100 }],
  }))
  const text = renderReport({ ...record, results }, { ...STYLE, width: 300 })
  assert.match(
    text,
    /context-source on node@26\.10\.0: inconclusive \(too wide\)\. The interval is what is known/,
  )
  assert.match(
    text,
    /- parse on node@26\.10\.0, parse on bun@1\.4\.5, .* and 9 more: used the CPU for only 1 to 12 % of its wall time/,
  )
  assert.equal(text.match(/used the CPU/g)?.length, 1)
  assert.match(text, /- there is one core/)
})

test('renderReport says how to decide what a quick run left open', () => {
  const text = renderReport(quick(sampleRecord()), STYLE)
  assert.match(text, /arrow-2 .*≈ estimate/)
  assert.doesNotMatch(text, /[▲▼] (slower|faster)/)
  assert.match(
    text,
    /The first look left some open\. To decide them run: pnpm bench json-reviver --runtime node --runtime bun$/,
  )
})

test('renderReport says that a run was interrupted, also before anything was measured', () => {
  const text = renderReport(sampleRecord({ status: 'partial', results: [], comparisons: [] }), STYLE)
  assert.match(text, /Nothing was measured\./)
  assert.match(text, /The run was interrupted/)
})

test('renderReport says why nothing was compared', () => {
  const record = sampleRecord()
  const results = record.results.map(result =>
    result.case === 'parse'
      ? {
          ...result,
          status: 'crashed' as const,
          error: { code: 'lost', failure: 'crashed', message: 'out of memory' },
          wallNs: null,
          cpuNs: null,
          launches: [],
        }
      : result,
  )
  const text = renderReport({ ...record, results, comparisons: [] }, STYLE)
  assert.match(text, /✗ bun +nothing was compared, since parse was not measured/)
  assert.match(text, /parse on bun@1\.4\.5 crashed: out of memory\./)
})

const said = (message: string) => ({ code: 'lost', failure: 'failed', message })

test('renderReport lets nothing that measured code said reach the terminal raw', () => {
  const record = sampleRecord()
  const results = record.results.map(result =>
    result.status === 'failed' ? { ...result, error: said('\u001b[2J\u001b[31mboom\u0007\nline 2') } : result,
  )
  const text = renderReport({ ...record, results }, STYLE)
  assert.match(text, /failed: boom line 2/)
  assert.ok(!text.includes('\u001b') && !text.includes('\u0007'))
})

test('renderReport says which clock a ratio reads', () => {
  const record = sampleRecord()
  const comparisons = record.comparisons.map(each => ({ ...each, metric: 'cpu' as const }))
  const text = renderReport({ ...record, comparisons }, STYLE)
  assert.match(text, /CPU ratio to parse/)
  assert.match(text, /Ratios of CPU time/)
})

function quick(record: RunRecord): RunRecord {
  const comparisons = record.comparisons.map(
    (each): ComparisonRecord =>
      each.paired ? { ...each, verdict: null, reason: 'quick', pValue: null, adjustedPValue: null } : each,
  )
  return { ...record, command: [...record.command, '--quick'], comparisons }
}

function twoPayloads(): RunRecord {
  const record = sampleRecord()
  const params = { payload: 'numbers' }
  return {
    ...record,
    results: [...record.results, ...record.results.map(each => ({ ...each, params }))],
    comparisons: [...record.comparisons, ...record.comparisons.map(each => ({ ...each, params }))],
  }
}

function longNames(): RunRecord {
  const long = (id: string) => `${id} --${'a-very-long-flag-'.repeat(8)}=1`
  const record = sampleTargetsRecord()
  return {
    ...record,
    suites: record.suites.map(suite => ({ ...suite, question: `重さ ${'word'.repeat(60)}?` })),
    targets: record.targets.map(target => ({ ...target, id: long(target.id) })),
    results: record.results.map(each => ({ ...each, target: long(each.target) })),
    comparisons: record.comparisons.map(each => ({ ...each, base: long(each.base), head: long(each.head) })),
  }
}
