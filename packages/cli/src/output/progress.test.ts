import assert from 'node:assert/strict'
import { test } from 'node:test'
import { groupText, livePairs, progressBar, progressText, verdictLines } from './progress.ts'

const PROGRESS = { launchesDone: 11, launchesExpected: 60, elapsedNs: 20e9, remainingNs: 42e9 }

test('progressText shows the launch and the time left of a suite', () => {
  assert.equal(
    progressText('trig', PROGRESS, [{ name: 'trig', timeSeconds: 65 }]),
    'trig: launch 12 of about 60, about 0:42 left',
  )
  assert.equal(
    progressText('trig', { ...PROGRESS, launchesDone: 0 }, [{ name: 'trig', timeSeconds: 65 }]),
    'trig: launch 1 of about 60',
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
  const bar = (elapsedNs: number) => progressBar({ ...PROGRESS, elapsedNs, remainingNs: 60e9 - elapsedNs })
  assert.deepEqual([bar(0), bar(30e9), bar(60e9)], ['············', '██████······', '████████████'])
})

const contender = (caseId: string, target: number) => ({ caseId, params: {}, target })
const PLAN = {
  groups: [
    [contender('b', 0), { ...contender('b', 0), isControl: true as const }, contender('a', 0)],
    [contender('b', 0), contender('b', 1)],
  ],
  contenders: [contender('a', 0), contender('b', 0), contender('b', 1)],
}
const IDS = ['node', 'bun']
const RULES = { metric: 'wall', threshold: 0.01 } as const
const RATIO = { value: 2, lower: 1.9, upper: 2.1, level: 0.95, n: 5 }

function pairs(ratio: typeof RATIO | null, verdict: 'slower' | null) {
  const known = { ratio, verdict }
  return livePairs({ pairs: [[known, known], [known]] }, PLAN, IDS, RULES)
}

test('livePairs has every comparison without controls, in the order of the cases, also before it is known', () => {
  const of = { params: {}, ...RULES, ratio: null, verdict: null }
  assert.deepEqual(livePairs({}, PLAN, IDS, RULES), [
    { ...of, case: 'a', base: 'node', head: 'node', baseCase: 'b' },
    { ...of, case: 'b', base: 'node', head: 'bun', baseCase: 'b' },
  ])
  assert.deepEqual(pairs(RATIO, 'slower')[0], {
    ...of,
    ...{ case: 'a', base: 'node', head: 'node', baseCase: 'b', ratio: RATIO, verdict: 'slower' },
  })
})

test('groupText names what the next launch is of', () => {
  assert.equal(groupText({ ...PROGRESS, group: 1 }, PLAN, IDS), 'b on node, bun')
  assert.equal(groupText(PROGRESS, PLAN, IDS), '')
})

test('verdictLines says each verdict once', () => {
  const lines = verdictLines()
  assert.deepEqual(lines(pairs(RATIO, null)), [])
  assert.deepEqual(lines(pairs(RATIO, 'slower')), [
    'a on node against b: 2.0× [1.9, 2.1] slower',
    'b on bun against node: 2.0× [1.9, 2.1] slower',
  ])
  assert.deepEqual(lines(pairs(RATIO, 'slower')), [])
})
