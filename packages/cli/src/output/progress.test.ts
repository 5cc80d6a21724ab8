import assert from 'node:assert/strict'
import { test } from 'node:test'
import { progressBar, progressText, soFarLines, verdictLines } from './progress.ts'

const PROGRESS = { launchesDone: 11, launchesExpected: 60, elapsedNs: 20e9, remainingNs: 42e9 }

test('progressText shows the launch and the time left of a suite', () => {
  assert.equal(
    progressText('trig', PROGRESS, [{ name: 'trig', timeSeconds: 65 }]),
    'trig: launch 12 of about 60, about 0:42 left',
  )
})

test('progressText of several suites shows which it is and how long all can take', () => {
  const suites = ['async', 'trig', 'web-api', 'http-hello'].map(name => ({
    name,
    timeSeconds: name === 'http-hello' ? 130 : 65,
  }))
  assert.equal(
    progressText('trig', PROGRESS, suites),
    'trig (2/4): launch 12 of about 60, about 0:42 left, 3:57 for all',
  )
})

test('progressBar shows how much of the time has passed', () => {
  const bar = (elapsedNs: number) =>
    progressBar({ ...PROGRESS, elapsedNs, remainingNs: 60e9 - elapsedNs }, { unicode: true })
  assert.deepEqual([bar(0), bar(30e9), bar(60e9)], ['············', '██████······', '████████████'])
})

test('soFarLines shows estimates, those of targets first, and nothing before there are any', () => {
  const params = {}
  const of = (caseId: string, target: number) => ({ caseId, params, target })
  const groups = [
    [of('a', 0), { ...of('a', 0), isControl: true as const }, of('b', 0)],
    [of('a', 0), of('a', 1)],
  ]
  const ratio = { value: 2, lower: 1.9, upper: 2.1, level: 0.95, n: 3 }
  const lines = (ratios?: (typeof ratio | null)[][], verdict: 'slower' | null = null) => {
    const pairs = ratios?.map(group => group.map(one => ({ ratio: one, verdict })))
    return soFarLines({ ...PROGRESS, ...(pairs ? { pairs } : {}) }, { groups }, ['node', 'bun'], {
      unicode: true,
    })
  }
  assert.deepEqual(lines(), [])
  assert.deepEqual(lines([[null, null], [null]]), [])
  assert.deepEqual(lines([[ratio, ratio], [ratio]]), [
    'So far:',
    '  a on bun against node: 2.0× [1.9, 2.1]',
    '  b on node against a: 2.0× [1.9, 2.1]',
  ])
  assert.deepEqual(
    lines([[null, null], [ratio]], 'slower').at(-1),
    '  a on bun against node: 2.0× [1.9, 2.1] slower',
  )
})

test('soFarLines shows how many launches there are, instead of an interval that says nothing yet', () => {
  const groups = [
    [
      { caseId: 'a', params: {}, target: 0 },
      { caseId: 'a', params: {}, target: 1 },
    ],
  ]
  const [, ...lines] = soFarLines(
    {
      ...PROGRESS,
      pairs: [[{ ratio: { value: 0.7, lower: 0.0003, upper: 1964, level: 0.95, n: 2 }, verdict: null }]],
    },
    { groups },
    ['node', 'bun'],
    { unicode: true },
  )
  assert.deepEqual(lines, ['  a on bun against node: 0.70×, interval still wide (2 launches)'])
})

test('verdictLines says each verdict once', () => {
  const groups = [
    [
      { caseId: 'a', params: {}, target: 0 },
      { caseId: 'a', params: {}, target: 1 },
    ],
  ]
  const ratio = { value: 2, lower: 1.9, upper: 2.1, level: 0.95, n: 5 }
  const lines = verdictLines()
  const said = (verdict: 'slower' | null) =>
    lines({ ...PROGRESS, pairs: [[{ ratio, verdict }]] }, { groups }, ['node', 'bun'], { unicode: true })
  assert.deepEqual(said(null), [])
  assert.deepEqual(said('slower'), ['a on bun against node: 2.0× [1.9, 2.1] slower'])
  assert.deepEqual(said('slower'), [])
})
