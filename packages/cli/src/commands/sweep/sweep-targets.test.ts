import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sweepTargets, versionsIn } from './sweep-targets.ts'

const PUBLISHED = ['20.0.0', '20.19.1', '21.0.0', '22.9.0', '22.10.0', '26.0.0']
const CASE = { suite: 'trig', cases: [], params: [] }
const { signal } = new AbortController()

function targets(...ranges: string[]): Promise<string[] | null> {
  return sweepTargets(CASE, { ranges, ends: null, most: 12 }, signal)
}

test('versionsIn goes from the first that begins so to the last that does', () => {
  assert.deepEqual(versionsIn(PUBLISHED, '20', '22'), PUBLISHED.slice(0, 5))
  assert.deepEqual(versionsIn(PUBLISHED, '20.1', '22.9'), ['20.19.1', '21.0.0', '22.9.0'])
  assert.deepEqual(versionsIn(PUBLISHED, '27', '28'), [])
  assert.deepEqual(versionsIn(PUBLISHED, '22', ''), PUBLISHED.slice(3))
  assert.throws(() => versionsIn(PUBLISHED, '', '22'), /Cannot read the range \.\.22: write versions/)
})

test('versionsIn reads days of workerd, not numbers', () => {
  const days = ['1.20220926.0', '1.20250507.0', '1.20250603.0', '1.20260101.0']
  assert.deepEqual(versionsIn(days, '2025', '2025-05'), days.slice(1, 2))
  assert.deepEqual(versionsIn(days, '1.2025', ''), days.slice(1))
  assert.deepEqual(versionsIn(days, '1.20250603.0', '1.20260101.0'), days.slice(2))
  assert.deepEqual(versionsIn(days, '2025', '1.20250603.0'), days.slice(1, 3))
  assert.deepEqual(versionsIn(days, '1.20250507.0', '2025-06'), days.slice(1, 3))
})

test('sweepTargets takes lists and repeated targets, each with its flags', async () => {
  assert.deepEqual(await targets('node@20,22.3.0 --no-opt'), ['node@20 --no-opt', 'node@22.3.0 --no-opt'])
  assert.deepEqual(await targets('node', 'node=./a', 'bun'), ['node', 'node=./a', 'bun'])
})

test('sweepTargets refuses a single target, and what is none', async () => {
  await assert.rejects(targets('node@20'), /Cannot sweep over node@20: a sweep needs two targets or more/)
  await assert.rejects(targets('nodejs@20..22'), /Cannot read the target/)
  await assert.rejects(targets('node@20..22..24'), /^UsageError: Cannot read the range 20\.\.22\.\.24: write/)
})
