import assert from 'node:assert/strict'
import { test } from 'node:test'
import { progressText } from './progress.ts'

const PROGRESS = { launchesDone: 11, launchesExpected: 60, elapsedNs: 20e9, remainingNs: 42e9 }

test('progressText tells the launch and the time left of a suite', () => {
  assert.equal(
    progressText('trig', PROGRESS, { names: ['trig'], timeSeconds: 65 }),
    'trig: launch 12 of about 60, about 0:42 left',
  )
})

test('progressText of several suites tells which it is and how long all can take', () => {
  const names = ['async', 'trig', 'web-api']
  assert.equal(
    progressText('trig', PROGRESS, { names, timeSeconds: 65 }),
    'trig (2/3): launch 12 of about 60, about 0:42 left, 1:47 for all',
  )
})
