// One of the faults of scripts/faults.ts.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRandom } from '@steelyard/stats'
import { trial } from './fault-campaign.ts'

test('a run that is killed loses and leaves nothing', {
  skip: process.platform === 'linux' ? false : 'needs /proc',
}, async () => {
  const { note, ...found } = await trial('run', 'kill', createRandom(5))
  assert.deepEqual(found, { command: 'run', fault: 'kill', lost: 0, orphaned: 0, stale: 0, wrong: 0 }, note)
})
