import assert from 'node:assert/strict'
import { test } from 'node:test'
import { milliseconds, timeSeconds, windowSeconds } from './durations.ts'

test('timeSeconds reads seconds, and other units by their names', () => {
  const read = ['20', '0.5', '1e3', '90s', '90 s', '2m', '1.5min', '1h', '500ms', '1d'].map(timeSeconds)
  assert.deepEqual(read, [20, 0.5, 1000, 90, 90, 120, 90, 3600, 0.5, 86_400])
})

test('milliseconds reads its own unit without its name', () => {
  assert.deepEqual(
    ['10', '10 ms', '500us', '500µs', '500μs', '2s'].map(milliseconds),
    [10, 10, 0.5, 0.5, 0.5, 2000],
  )
})

test('windowSeconds reads seconds from 20 ms to 10 s', () => {
  assert.deepEqual(['0.5', '500ms', '20ms', '10s', '10'].map(windowSeconds), [0.5, 0.5, 0.02, 10, 10])
  for (const text of ['', '0', '-1', 'long', '19ms', '10.1s', '1m', 'NaN']) {
    assert.throws(() => windowSeconds(text), /Give 20ms to 10s, in seconds or with a unit/, text)
  }
})

test('what is no time above 0 is refused with what to give', () => {
  for (const text of [
    '',
    'soon',
    '0',
    '0m',
    '-1',
    '-1m',
    '5x',
    '1h30',
    'm',
    '1e999',
    '2 weeks',
    'NaN',
    'Infinity',
  ]) {
    assert.throws(
      () => timeSeconds(text),
      /Give a number above 0, in seconds or with its unit: 90, 90s, 2m or 1h\./,
      text,
    )
    assert.throws(() => milliseconds(text), /Give milliseconds above 0/, text)
  }
  assert.throws(() => timeSeconds('31d'), /at most 2592000 seconds, 30 days/)
})
