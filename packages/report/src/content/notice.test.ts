import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RunRecord, Warning, WarningRecord } from '@steelyard/record'
import { sampleRecord } from '@steelyard/record/fixtures/sample-record'
import { phraseText } from '@steelyard/text'
import { noticesOf, unmeasuredOf } from './notice.ts'

/** The sample, with these warnings of its results. */
function recordWith(warningsOf: (index: number) => readonly Warning[]): RunRecord {
  const record = sampleRecord({ comparisons: [] })
  return {
    ...record,
    environment: { ...record.environment, warnings: [] },
    results: record.results.map((result, index) => ({ ...result, warnings: warningsOf(index) })),
  }
}

function textsOf(record: RunRecord): string[] {
  return noticesOf(record).map(phraseText)
}

test('noticesOf reports warnings of one kind as one, with the range of their figures', () => {
  const record = recordWith(index => [
    { code: 'drifting-warm-up', launches: 9 + (index % 3), of: 12 },
    ...(index < 2 ? [{ code: 'lost-later', launches: index + 1 } as const] : []),
  ])
  assert.deepEqual(textsOf(record), [
    'parse on node@26.10.0, parse on bun@1.4.5, arrow-2 on node@26.10.0 and 9 more: still getting faster or slower when its warm-up ended in 9 to 11 of 12 launches: its time includes warm-up',
    'parse on node@26.10.0, parse on bun@1.4.5: lost later; good launches that are kept: 1 to 2',
  ])
})

test('noticesOf does not advise the clock that verdicts read already', () => {
  const { comparisons } = sampleRecord()
  const textsOn = (metric: 'wall' | 'cpu') => {
    const compared = comparisons.slice(0, 1).map(one => ({
      ...{ ...one, metric, verdict: 'inconclusive' as const, reason: 'clocks disagree' },
      warnings: [],
    }))
    const warned = recordWith(() => [{ code: 'contended-batches', batchShare: 0.5 }])
    return textsOf({ ...warned, comparisons: compared })
  }
  const [wall, cpu] = [textsOn('wall'), textsOn('cpu')]
  assert.deepEqual([wall.length, cpu.length], [2, 2])
  for (const text of wall) assert.match(text, /with --metric cpu/)
  for (const text of cpu) assert.doesNotMatch(text, /metric/)
})

test('noticesOf keeps warnings apart that differ in a name', () => {
  const record = recordWith(index =>
    index < 2
      ? [{ code: 'zero-headline', timer: ['mitata', 'tinybench'][index] ?? '', launches: 1, of: 5 }]
      : [],
  )
  assert.equal(textsOf(record).length, 2)
})

test('noticesOf shows the figures of a code that is not known here, equal ones once', () => {
  const record = recordWith(() => [])
  const results = record.results.slice(0, 3).map((result, index) => ({
    ...result,
    warnings: [{ code: 'from-a-later-version', launches: index < 2 ? 3 : 5 }],
  }))
  assert.deepEqual(textsOf({ ...record, results }), [
    'parse on node@26.10.0, parse on bun@1.4.5: from-a-later-version (launches 3)',
    'arrow-2 on node@26.10.0: from-a-later-version (launches 5)',
  ])
})

test('noticesOf words the warnings of the machine', () => {
  const record = recordWith(() => [])
  const environment = {
    ...record.environment,
    warnings: [{ code: 'one-core' }, { code: 'busy-machine', load: 3, cores: 2 }],
  }
  const expected = [
    'there is one core, which the host shares with what it measures: use a machine with two',
    'the machine was busy before the run (load 3.0 on 2 cores): stop other work and run again',
  ]
  assert.deepEqual(textsOf({ ...record, environment }), expected)
})

test('unmeasuredOf words an error, also one that is not known here', () => {
  const record = recordWith(() => [])
  const [first] = record.results
  assert.ok(first)
  const textsOf = (error: WarningRecord) =>
    unmeasuredOf({ ...record, results: [{ ...first, status: 'crashed', error }] }).map(phraseText)
  assert.deepEqual(textsOf({ code: 'lost', failure: 'crashed', message: 'fell over' }), [
    'parse on node@26.10.0 crashed: fell over.',
  ])
  assert.deepEqual(textsOf({ code: 'of-the-future' }), ['parse on node@26.10.0 crashed: of-the-future'])
  const copy = { ...first, control: true, status: 'crashed' } as const
  assert.deepEqual(unmeasuredOf({ ...record, results: [first, copy] }).map(phraseText), [
    'the copy of parse on node@26.10.0 crashed',
  ])
})

test('noticesOf tells what else ratios may come from as one, and the warnings of each target', () => {
  const record = sampleRecord({ results: [] })
  const [first, second] = record.targets
  assert.ok(first && second)
  const warned: RunRecord = {
    ...record,
    environment: { ...record.environment, warnings: [] },
    targets: [
      { ...first, warnings: [{ code: 'idle-flags', flags: '--x', beside: '--y' }] },
      { ...second, warnings: [{ code: 'of-a-later-version' }] },
    ],
    comparisons: record.comparisons.slice(0, 2).map(comparison => ({
      ...{ ...comparison, verdict: 'same', reason: null },
      warnings: [{ code: 'other-builder-small', withinShare: 0.1 }],
    })),
  }
  const texts = textsOf(warned)
  assert.equal(texts.length, 3)
  assert.match(texts[0] ?? '', /, .*: one side is a local build, the other is the registry's, and building/)
  assert.match(
    texts[1] ?? '',
    new RegExp(`^${first.id}: --x changes nothing in this build together with --y: `),
  )
  assert.equal(texts[2], `${second.id}: of-a-later-version`)
})
