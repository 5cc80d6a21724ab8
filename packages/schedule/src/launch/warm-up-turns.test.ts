import assert from 'node:assert/strict'
import { test } from 'node:test'
import { warmUpTurns } from './warm-up-turns.ts'

const MS = 1e6

/** Warms up contenders whose batches take so long, and returns whose batch was when. */
async function turnsOf(batchesNs: readonly number[], batches: number, fails = -1): Promise<string> {
  const inTurn = warmUpTurns()
  const done: number[] = []
  await Promise.allSettled(
    batchesNs.map(async (wallNs, index) => {
      const contender = inTurn({
        async warm() {
          await Promise.resolve()
          if (index === fails) throw new Error('gone')
          done.push(index)
          return { wallNs }
        },
      })
      try {
        for (let batch = 0; batch < batches; batch++) await contender.warm(1)
      } finally {
        contender.end()
      }
    }),
  )
  return done.join('')
}

test('warmUpTurns has contenders warm up in turns of 25 ms, and those that are left go on alone', async () => {
  assert.equal(await turnsOf([10 * MS, 10 * MS], 5), '0001110011')
  assert.equal(await turnsOf([3 * MS, 30 * MS, 25 * MS], 3), '000121212')
  assert.equal(await turnsOf([10 * MS], 4), '0000')
})

test('warmUpTurns goes on with the others where one fails', async () => {
  assert.equal(await turnsOf([10 * MS, 10 * MS, 10 * MS], 4, 0), '11122212')
})
