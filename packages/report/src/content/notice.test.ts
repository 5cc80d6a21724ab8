import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RunRecord, Warning } from '@steelyard/record'
import { sampleRecord } from '@steelyard/record/fixtures/sample-record'
import { phraseText, wordedWarnings } from '@steelyard/text'
import { noticesOf, unmeasuredOf } from './notice.ts'

/** The sample, with these warnings of its results. */
function recordWith(warningsOf: (index: number) => readonly Warning[]): RunRecord {
  const record = sampleRecord({ comparisons: [] })
  return {
    ...record,
    environment: { ...record.environment, warnings: [] },
    results: record.results.map((result, index) => ({ ...result, ...wordedWarnings(warningsOf(index)) })),
  }
}

/** As a record from before it had values. */
function withoutValues({ results, ...record }: RunRecord): RunRecord {
  return { ...record, results: results.map(({ warningDetails, ...result }) => result) }
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
    'parse on node@26.10.0, parse on bun@1.4.5, arrow-2 on node@26.10.0 and 9 more: still getting faster or slower when its warm-up ended in 9 to 11 of 12 launches: the time holds warming up',
    'parse on node@26.10.0, parse on bun@1.4.5: lost after 1 to 2 good launches, which are kept',
  ])
})

test('noticesOf keeps warnings apart that differ in a name', () => {
  const record = recordWith(index =>
    index < 2
      ? [{ code: 'zero-headline', timer: ['mitata', 'tinybench'][index] ?? '', launches: 1, of: 5 }]
      : [],
  )
  assert.equal(textsOf(record).length, 2)
})

test('noticesOf reports the same for a record from before it had values', () => {
  const { lateChange } = sampleRecord().results[0] ?? {}
  assert.ok(lateChange)
  const { iterations, durationNs, speedUp } = lateChange
  const record = recordWith(index =>
    index % 2 === 0 && index < 8
      ? [
          { code: 'never-steady', launches: 1 + index, of: 24 - 12 * Math.sign(index) },
          { code: 'measured-again', launches: 4, of: 24 - 12 * Math.sign(index) },
          { code: 'waiting', cpuShare: 0.6 + index / 100 },
          { code: 'work-after-return', mainCpuShare: 2.2 + index / 100 },
          { code: 'contended-batches', batchShare: 1 / 6 },
          { code: 'late-speed-up', times: speedUp, iterations, durationNs },
          { code: 'lost-beside', launches: 1, of: 25 - 12 * Math.sign(index) },
        ]
      : [],
  )
  const texts = textsOf(record)
  assert.equal(texts.length, 7)
  assert.match(texts[0] ?? '', /in 1 to 7 of 12 to 24 launches/)
  assert.deepEqual(textsOf(withoutValues(record)), texts)
})

test('noticesOf shows sentences that have no value here as they are, equal ones once', () => {
  const sentences = [
    'wobbled in 3 of 12 launches',
    'wobbled in 3 of 12 launches',
    'wobbled in 5 of 12 launches',
  ]
  const record = recordWith(() => [])
  const results = record.results.slice(0, 3).map((result, index) => ({
    ...result,
    warnings: [sentences[index] ?? ''],
    warningDetails: [{ code: 'from-a-later-version', launches: 3, of: 12 }],
  }))
  const expected = [
    'parse on node@26.10.0, parse on bun@1.4.5: wobbled in 3 of 12 launches',
    'arrow-2 on node@26.10.0: wobbled in 5 of 12 launches',
  ]
  assert.deepEqual(textsOf({ ...record, results }), expected)
  assert.deepEqual(textsOf(withoutValues({ ...record, results })), expected)
})

test('noticesOf shows sentences where there are not as many values', () => {
  const record = recordWith(() => [])
  const results = record.results.slice(0, 1).map(result => ({
    ...result,
    warnings: ['first', 'second'],
    warningDetails: [{ code: 'one-launch' }],
  }))
  assert.deepEqual(textsOf({ ...record, results }), [
    'parse on node@26.10.0: first',
    'parse on node@26.10.0: second',
  ])
})

test('noticesOf words the warnings of the machine', () => {
  const record = recordWith(() => [])
  const environment = {
    ...record.environment,
    ...wordedWarnings([{ code: 'one-core' }, { code: 'busy-machine', load: 3, cores: 2 }]),
  }
  const expected = [
    'there is one core, which the host shares with what it measures: use a machine with two',
    'the machine was busy before the run (load 3.0 on 2 cores): stop other work and run again',
  ]
  assert.deepEqual(textsOf({ ...record, environment }), expected)
  const { warningDetails, ...older } = environment
  assert.deepEqual(textsOf({ ...record, environment: older }), expected)
})

test('unmeasuredOf words an error by its value, and without its subject where there is none', () => {
  const record = recordWith(() => [])
  const [first] = record.results
  assert.ok(first)
  const failed = {
    ...first,
    status: 'crashed' as const,
    error: 'json-reviver/parse on node@26.10.0 fell over.',
    errorDetail: { code: 'lost', failure: 'crashed', message: 'fell over' },
  }
  const textOf = (result: typeof first) => unmeasuredOf({ ...record, results: [result] }).map(phraseText)
  assert.deepEqual(textOf(failed), ['parse on node@26.10.0 crashed: fell over.'])
  const { errorDetail, ...older } = failed
  assert.deepEqual(textOf(older), ['parse on node@26.10.0 crashed: fell over.'])
  assert.deepEqual(textOf({ ...failed, error: 'reworded.' }), ['parse on node@26.10.0 crashed: fell over.'])
  assert.deepEqual(textOf({ ...failed, errorDetail: { code: 'lost', failure: 'crashed' } }), textOf(older))
})

test('noticesOf tells what else ratios may come from as one, and the warnings of each target', () => {
  const record = sampleRecord({ results: [] })
  const [first, second] = record.targets
  assert.ok(first && second)
  const warned: RunRecord = {
    ...record,
    environment: { ...record.environment, warnings: [] },
    targets: [
      { ...first, ...wordedWarnings([{ code: 'idle-flags', flags: '--x', beside: '--y' }]) },
      { ...second, warnings: ['of a later version'], warningDetails: [{ code: 'of-a-later-version' }] },
    ],
    comparisons: record.comparisons.slice(0, 2).map(comparison => ({
      ...{ ...comparison, verdict: 'same', reason: null },
      ...wordedWarnings([{ code: 'other-builder-small', withinShare: 0.1 }]),
    })),
  }
  const texts = textsOf(warned)
  assert.equal(texts.length, 3)
  assert.match(texts[0] ?? '', /, .*: one side is a local build, the other is the registry's, and building/)
  assert.match(
    texts[1] ?? '',
    new RegExp(`^${first.id}: --x changes nothing in this build together with --y: `),
  )
  assert.equal(texts[2], `${second.id}: of a later version`)
})
