import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ESTIMATOR } from '@steelyard/analysis'
import { runners } from '@steelyard/runners'
import { pacingFor, WINDOW_NS } from '@steelyard/schedule'

test('the method has this pacing: where it changes, ESTIMATOR does, so that no records of two are joined', () => {
  const { leadInNs, warmupMinimumNs, warmupMaximumNs, timedNs } = pacingFor(WINDOW_NS, 0)
  const pacing = { leadInNs, warmupMinimumNs, warmupMaximumNs, timedNs }
  const lengths = Object.entries(runners).map(([name, { batchNs, turnNs }]) => [name, batchNs, turnNs])
  assert.deepEqual(
    [ESTIMATOR, pacing, lengths],
    [
      4,
      { leadInNs: 0.3e6, warmupMinimumNs: 250e6, warmupMaximumNs: 600e6, timedNs: 250e6 },
      [
        ['node', 3e6, 3e6],
        ['deno', 3e6, 3e6],
        ['bun', 6e6, 24e6],
        ['workerd', 10e6, 10e6],
        ['d8', 3e6, 3e6],
        ['jsc', 3e6, 3e6],
        ['js', 3e6, 3e6],
        ['qjs', 3e6, 3e6],
        ['hermes', 10e6, 10e6],
      ],
    ],
  )
})
