import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sampleRecord, sampleTargetsRecord } from '@steelyard/record/fixtures/sample-record'
import { sharingSample } from '@steelyard/record/fixtures/sharing-sample'
import { phraseText } from '@steelyard/text'
import { answerOf } from './answer.ts'
import type { MatrixCell } from './cell.ts'
import type { Matrix } from './matrix.ts'

function matricesOf(record: ReturnType<typeof sampleRecord>): readonly Matrix[] {
  return answerOf(record).suites.flatMap(({ matrices }) => matrices)
}

function cellText({ kind, time, text, sign, missing, marks }: MatrixCell): string {
  if (kind === 'base') return time
  return [text?.value, text?.interval, sign, missing, ...marks].filter(Boolean).join(' ')
}

test('answerOf puts cases against their baseline, one column for each target', () => {
  const cases = matricesOf(sampleRecord()).find(({ axis }) => axis === 'cases')
  assert.ok(cases)
  assert.equal(cases.about, 'time ÷ parse on the same target')
  assert.deepEqual(
    cases.columns.map(({ label }) => label),
    ['node', 'bun'],
  )
  assert.deepEqual(
    cases.rows.map(({ label }, row) => [label, ...(cases.cells[row] ?? []).map(cellText)]),
    [
      ['parse', '82.2 µs', '51.3 µs'],
      ['arrow-2', '1.341 ±0.5 % ▲', '5.88 ±0.5 % ▲ ¹'],
      ['function-arguments', '5.19 ±0.4 % ▲', '5.75 ±0.5 % ▲'],
      ['hoisted', '1.003 ±0.5 % =', '0.955 ±0.5 % ▼'],
      ['context-source', '1.01 ±2 % ?', 'unsupported'],
      ['delete-keys', 'failed', '1.879 ±0.4 % ? ²'],
    ],
  )
  assert.deepEqual(
    cases.footnotes.map(({ mark, text }) => `${mark} ${phraseText(text)}`),
    ['¹ in the tail: few slow batches make the difference', '² still drifting when measured'],
  )
  const results = sampleRecord().results.map(result => ({ ...result, timer: 'mitata' as const }))
  const timed = matricesOf({ ...sampleRecord(), results }).find(({ axis }) => axis === 'cases')
  assert.deepEqual(timed?.cells[0]?.map(cellText), ['82.2 µs', '51.3 µs'], 'also by another timer')
})

test('answerOf tells rows of several parameters by their values as they are', () => {
  const record = sampleRecord()
  const withMode = <T extends object>(rows: readonly T[]) =>
    ['--a=1', '--b=1'].flatMap(mode => rows.map(row => ({ ...row, params: { size: 2, mode } })))
  const both = { ...record, results: withMode(record.results), comparisons: withMode(record.comparisons) }
  const rows = matricesOf(both).find(({ axis }) => axis === 'cases')?.rows ?? []
  assert.deepEqual(
    rows.flatMap(({ label }) => (label.startsWith('parse') ? [label] : [])),
    ['parse --a=1', 'parse --b=1'],
  )
})

test('answerOf puts each base before the targets that are compared with it, and says what an open interval shows', () => {
  const [targets, ...others] = matricesOf(sampleTargetsRecord())
  assert.ok(targets)
  assert.equal(others.length, 0)
  assert.deepEqual(
    targets.columns.map(({ label, isBase }) => [label, isBase]),
    [
      ['node', true],
      ['node --max-semi-space-size=64', false],
      ['bun', false],
    ],
  )
  assert.equal(targets.cells[1]?.[1]?.known, '2 to 5 % slower')
  assert.deepEqual(targets.scale, [0.6251663989297923, 2.739720625186373])
})

test('answerOf doubts a verdict in its sentence where later launches say otherwise', () => {
  const record = sampleTargetsRecord()
  const comparisons = record.comparisons.map(comparison => ({
    ...comparison,
    warnings: [{ code: 'later-launches-differ', look: 5 } as const],
  }))
  const [suite] = answerOf({ ...record, comparisons }).suites
  const texts = suite?.headlines.map(({ text }) => phraseText(text)) ?? []
  assert.ok(
    texts.some(text => text.endsWith("0.625× node's time for parse (later launches say otherwise)")),
    texts.join('\n'),
  )
  const [first] = comparisons
  assert.ok(first)
  const many = ['a', 'b', 'c'].map(id => ({ ...first, case: id, baseCase: id, verdict: 'slower' as const }))
  const [three] = answerOf({ ...record, comparisons: many }).suites
  assert.match(
    phraseText(three?.headlines[0]?.text ?? []),
    / in 3 cases \(later launches say otherwise in 3\)$/,
  )
  const same = comparisons.map(comparison => ({ ...comparison, verdict: 'same' as const }))
  const [equal] = answerOf({ ...record, comparisons: same }).suites
  assert.match(phraseText(equal?.headlines[0]?.text ?? []), /: parse \(later launches say otherwise\)/)
  const cases = comparisons.map(one => ({
    ...one,
    base: one.head,
    baseCase: 'base',
    verdict: 'slower' as const,
  }))
  const [slowest] = answerOf({ ...record, comparisons: cases }).suites
  const all = slowest?.headlines.map(({ text }) => phraseText(text)) ?? []
  assert.ok(
    all.some(text => /× base.* \(later launches say otherwise/.test(text)),
    all.join('\n'),
  )
})

test('answerOf widens what an open interval shows by the allowance of its comparison', () => {
  const record = sampleTargetsRecord()
  const comparisons = record.comparisons.map(comparison => ({ ...comparison, biasAllowance: 0.03 }))
  assert.equal(matricesOf({ ...record, comparisons })[0]?.cells[1]?.[1]?.known, '0.4 % faster to 8 % slower')
})

test('answerOf gives no bound, and no advice for a narrower one, where the interval says nothing', () => {
  const record = sampleTargetsRecord()
  const answerWith = (reason: string) => {
    const comparisons = record.comparisons.map(comparison => ({
      ...comparison,
      ...{ verdict: 'inconclusive' as const, reason },
    }))
    const { suites, next } = answerOf({ ...record, comparisons })
    const known = suites.flatMap(({ matrices }) => matrices.flatMap(({ cells }) => cells.flat()))
    return {
      ranges: known.filter(({ known }) => known !== '').length,
      headlines: suites.flatMap(({ headlines }) => headlines.map(({ text }) => phraseText(text))).join('\n'),
      next: next.map(phraseText).join('\n'),
    }
  }
  for (const reason of ['generator-bound', 'zero variance', 'control failed', 'lost: it crashed']) {
    const { ranges, headlines, next } = answerWith(reason)
    assert.equal(ranges, 0, reason)
    assert.match(headlines, /^no verdict for /)
    assert.doesNotMatch(headlines, /either way|no difference/)
    assert.doesNotMatch(next, /--precision/)
  }
  const wide = answerWith('too wide')
  assert.ok(wide.ranges > 0)
  assert.match(wide.next, /--precision/)
})

test('answerOf marks a ratio through the baseline, and never judges what shares no launch', () => {
  const [unpaired] = matricesOf(sampleRecord())
  assert.equal(unpaired?.cells[0]?.[1]?.sign, '·')
  const record = sampleRecord()
  const comparisons = record.comparisons.map(comparison =>
    comparison.paired
      ? comparison
      : { ...comparison, through: 'parse', verdict: 'faster' as const, reason: null },
  )
  const [through] = matricesOf({ ...record, comparisons })
  assert.equal(through?.cells[0]?.[1]?.sign, '▼~')
})

test('answerOf begins with a sentence for each target and the extremes of the cases', () => {
  const headlines = (record: ReturnType<typeof sampleRecord>) =>
    answerOf(record).suites.flatMap(suite =>
      suite.headlines.map(({ sign, subject, text }) => `${sign} ${subject}: ${phraseText(text)}`),
    )
  assert.deepEqual(headlines(sampleTargetsRecord()), [
    '= node --max-semi-space-size=64: same within 1 %: parse; 1 undecided',
    "▼▲ bun: 2.74× node's time for arrow-2; 0.625× node's time for parse",
  ])
  assert.deepEqual(headlines(sampleRecord()).slice(1), [
    '▲ slowest: function-arguments: 5.2 to 5.8× parse on both',
    '▲ mildest: arrow-2: 1.3 to 5.9× parse on both',
    '▼ fastest: hoisted: 0.96× parse on 1 of 2',
    '? undecided: context-source, delete-keys',
  ])
})

test('answerOf says on how many targets a case is slower or faster, and sorts no case that goes both ways', () => {
  const record = sampleRecord()
  const comparisons = record.comparisons
    .filter(({ case: id, base, head }) => !(id === 'arrow-2' && base === head && head.startsWith('bun')))
    .map(each =>
      each.case === 'function-arguments' && each.head.startsWith('bun')
        ? { ...each, verdict: 'faster' as const }
        : each,
    )
  const [suite] = answerOf({ ...record, comparisons }).suites
  const found = (suite?.headlines ?? []).map(
    ({ sign, subject, text }) => `${sign} ${subject}: ${phraseText(text)}`,
  )
  assert.ok(found.includes('▲ slowest: arrow-2: 1.3× parse on 1 of 2'), found.join('\n'))
  const sorted = found.filter(text => /slowest|mildest|fastest/.test(text))
  assert.ok(!sorted.some(text => text.includes('function-arguments')), sorted.join('\n'))
})

test('answerOf says what failed, what settles what is open, and what the machine was like', () => {
  const { next, machine } = answerOf(sampleRecord())
  assert.match(
    next.map(phraseText).join('\n'),
    /^context-source on bun@1\.4\.5 unsupported: .*\n.*failed: .*\n2 undecided: 1 % would take about 2 times the launches/,
  )
  assert.equal(machine.isNoisy, true)
  assert.deepEqual(machine.method, ['95 % intervals', 'threshold 1 %', '12 launches', 'seed 42'])
})

test('answerOf names no number of launches where the intervals tell none', () => {
  const record = sampleRecord()
  const stepsWith = (changes: Partial<(typeof record.comparisons)[number]>) => {
    const comparisons = record.comparisons.map(each => ({ ...each, ...changes }))
    return answerOf({ ...record, comparisons })
      .next.map(phraseText)
      .join('\n')
  }
  const nowhere = { value: 0, lower: 0, upper: 0, level: 0.95, n: 12 }
  for (const changes of [{ ratio: nowhere }, { threshold: 0 }]) {
    assert.match(stepsWith(changes), /\n2 undecided\n/)
    assert.doesNotMatch(stepsWith(changes), /NaN|Infinity/)
  }
})

test('answerOf calls a machine noisy whose core a neighbour on the hardware thread used, with any number of launches', () => {
  const whyWith = (widthRatios: readonly number[]) => {
    const record = sharingSample()
    const results = record.results.map(result => ({
      ...result,
      launches: result.launches.slice(0, 5).map(launch => ({ ...launch, sharing: { core: 1, widthRatios } })),
    }))
    return answerOf({ ...record, results }).machine.why
  }
  const idle = Array.from({ length: 20 }, () => 0.53)
  const usedAt = (count: number) => [...idle.slice(count), ...Array.from({ length: count }, () => 0.74)]
  assert.deepEqual(whyWith(idle), answerOf(sampleRecord()).machine.why)
  assert.deepEqual(whyWith(usedAt(1)), whyWith(idle))
  const why = 'a neighbour slowed full code by 12 %'
  assert.deepEqual(whyWith(usedAt(6)), [...whyWith(idle), why])
})

test('answerOf has the day in UTC, whatever the offset of the record', () => {
  const { machine } = answerOf(sampleRecord({ startedAt: '2026-11-25T23:30:00-05:00' }))
  assert.equal(machine.day, '2026-11-26')
})

test('answerOf passes over a reading of the core that is no ratio', () => {
  const record = sharingSample()
  const results = record.results.map(result => ({
    ...result,
    launches: result.launches.map(launch => ({ ...launch, sharing: { core: 1, widthRatios: [0, 0.5] } })),
  }))
  assert.deepEqual(answerOf({ ...record, results }).machine.why, answerOf(sampleRecord()).machine.why)
})
