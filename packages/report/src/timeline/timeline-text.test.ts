import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TimelineLine } from '@steelyard/record'
import { inLineUnits, seriesOf } from './series.ts'
import { largestChanges, seriesNotes } from './timeline-text.ts'

const KEY = { case: 'loop', params: {}, code: 'c0de', estimator: 4, windowNs: 250e6, cpuId: 'zen4' }
const DATES: Record<string, string | null> = {
  '20.0.0': '2023-04-17',
  '24.0.0': '2025-05-06',
  '25.0.0': null,
  '25.1.0': '2026-02-01',
  '26.0.0': '2026-05-05',
}

function stepOf(base: string, head: string, ratio: number): TimelineLine[] {
  const [from, to] = [base, head].map(version => ({ version, engine: 'v8 1', date: DATES[version] ?? null }))
  if (!from || !to) throw new Error('a step has two releases')
  const logs = inLineUnits(Array.from({ length: 10 }, (_, launch) => Math.log(ratio) + (launch % 3) / 1000))
  return ['2026-05-06T09:00:00Z', '2026-05-06T12:00:00Z'].map(at => ({
    ...{ ...KEY, base: from, head: to, at, logs, driftingShare: 0, biasAllowance: 0, fault: null },
  }))
}

function slowerIn(...steps: (readonly [string, string])[]): string[] {
  const lines = steps.flatMap(([base, head]) => stepOf(base, head, 1.2))
  const { slower } = largestChanges(seriesOf({ runtime: 'node', suite: 'sums', lines }))
  return slower.map(({ step }) => `${step.base.version} ${step.head.version}`)
}

test('changes of the last year lie between releases whose days are known and less than a year apart', () => {
  assert.deepEqual(slowerIn(['20.0.0', '25.1.0'], ['25.1.0', '26.0.0']), ['25.1.0 26.0.0'])
  assert.deepEqual(slowerIn(['20.0.0', '26.0.0']), [])
  assert.deepEqual(slowerIn(['25.0.0', '26.0.0']), [])
  assert.deepEqual(slowerIn(['24.0.0', '26.0.0']), ['24.0.0 26.0.0'])
})

test('a drift is named where the ends of an anchor differ and no step between them, also within a longer chain', () => {
  const chain = ['20.0.0', '24.0.0', '25.0.0', '25.1.0', '26.0.0']
  const stepsOf = (ratios: readonly number[]) =>
    ratios.flatMap((ratio, index) => stepOf(chain[index] ?? '', chain[index + 1] ?? '', ratio))
  const notesOf = (lines: TimelineLine[]) =>
    seriesOf({ runtime: 'node', suite: 'sums', lines }).flatMap(one => seriesNotes(one, []))
  const small = stepsOf([1.2, 1.006, 1.006, 1.006])
  const drift = notesOf([...small, ...stepOf('24.0.0', '26.0.0', 1.02)])
  assert.match(
    drift.join(),
    /^26\.0\.0 against 24\.0\.0 is 1\.0\d+× .*, and no single step shows it: a drift\.$/,
  )
  assert.deepEqual(notesOf([...small, ...stepOf('20.0.0', '26.0.0', 1.225)]), [])
  assert.deepEqual(notesOf([...stepsOf([1, 1, 1, 1]), ...stepOf('24.0.0', '26.0.0', 1.0018)]), [])
  const both = [...stepOf('20.0.0', '26.0.0', 1.027), ...stepOf('25.0.0', '26.0.0', 1.013)]
  assert.match(
    notesOf([...stepsOf([1.006, 1.006, 1.006, 1.006]), ...both]).join(),
    /^26\.0\.0 against 20\.0\.0 is [^,]*, [^,]*, and no single step shows it: a drift\.$/,
  )
})

test('machines disagree on a step where all sessions of one lie beyond all of the other', () => {
  const notesOf = (...[first, second]: readonly (readonly [number, number])[]) => {
    const lines = [first, second].flatMap((sessions = [1, 1], machine) =>
      sessions.flatMap((ratio, session) =>
        stepOf('25.1.0', '26.0.0', ratio)
          .slice(session, session + 1)
          .map(line => ({ ...line, cpuId: `zen${machine + 4}` })),
      ),
    )
    const all = seriesOf({ runtime: 'node', suite: 'sums', lines })
    return all.slice(0, 1).flatMap(one => seriesNotes(one, all))
  }
  assert.match(notesOf([1.2, 1.22], [1.1, 1.12]).join(), /^Machines disagree on .*: 1\.1\d*× .* on zen5\.$/)
  assert.deepEqual(notesOf([1.2, 1.14], [1.16, 1.12]), [])
  assert.match(notesOf([1.2, 1.22], [1, 1]).join(), /^Machines disagree/)
})
