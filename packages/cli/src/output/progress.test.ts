import assert from 'node:assert/strict'
import { test } from 'node:test'
import { progressText } from './progress.ts'

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
