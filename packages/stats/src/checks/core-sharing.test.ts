import assert from 'node:assert/strict'
import { test } from 'node:test'
import { normal } from '../../test/noise.ts'
import { createRandom } from '../distributions/random.ts'
import { type CoreGlances, coreUses } from './core-sharing.ts'

const GLANCES = 16
const IDLE = 0.53

/** The other thread is used in this share of the glances, and slows full code by 1.3 to 1.7 then. */
function launchesOf(shares: readonly number[], { core = 0, idle = IDLE, seed = 1 } = {}): CoreGlances[] {
  const random = createRandom(seed)
  return shares.map(share => ({
    core,
    widthRatios: Array.from({ length: GLANCES }, () => {
      const slowdown = random.next() < share ? 1.3 + 0.4 * random.next() : 1
      // One in fifty is disturbed, and either way.
      const disturbed = random.next() < 0.02 ? 0.5 + random.next() : 1
      return idle * slowdown * disturbed * (1 + 0.01 * normal(random))
    }),
  }))
}

function sharesOf(launches: readonly CoreGlances[]): number[] {
  return coreUses(launches).map(use => use?.usedShare ?? Number.NaN)
}

test('coreUses finds none where the other thread is idle', () => {
  for (let seed = 0; seed < 200; seed++) {
    const shares = sharesOf(launchesOf(Array(10).fill(0), { seed }))
    const mean = shares.reduce((sum, share) => sum + share, 0) / shares.length
    assert.ok(mean < 0.05, `${seed}: ${mean}`)
  }
})

test('coreUses finds the share of each launch, and how much slower full code was', () => {
  const uses = coreUses(launchesOf([...Array(20).fill(0), ...Array(20).fill(0.5), ...Array(20).fill(1)]))
  const meanOf = (key: 'usedShare' | 'slowdown', from: number) =>
    uses.slice(from, from + 20).reduce((sum, use) => sum + (use?.[key] ?? Number.NaN), 0) / 20
  assert.ok(Math.abs(meanOf('usedShare', 20) - 0.5) < 0.08, `${meanOf('usedShare', 20)}`)
  assert.ok(meanOf('usedShare', 40) > 0.95, `${meanOf('usedShare', 40)}`)
  assert.ok(Math.abs(meanOf('slowdown', 0) - 1) < 0.03, `${meanOf('slowdown', 0)}`)
  assert.ok(Math.abs(meanOf('slowdown', 40) - 1.5) < 0.06, `${meanOf('slowdown', 40)}`)
})

test('coreUses knows the level of a thread that is idle in one glance of ten', () => {
  const [use] = coreUses([
    { core: 0, widthRatios: launchesOf(Array(60).fill(0.9)).flatMap(one => one.widthRatios) },
  ])
  assert.ok(use && Math.abs(use.slowdown - (0.1 + 0.9 * 1.5)) < 0.03, `${use?.slowdown}`)
  assert.ok(Math.abs(use.usedShare - 0.9) < 0.02, `${use.usedShare}`)
})

test('coreUses says nothing where ratios crowd nowhere', () => {
  const widthRatios = Array.from({ length: 60 }, (_, index) => 1.03 ** index)
  assert.deepEqual(coreUses([{ core: 0, widthRatios }]), [null])
})

test('coreUses has a level for each core: a slow one is not one that is used', () => {
  const both = [
    ...launchesOf(Array(5).fill(0), { core: 0 }),
    ...launchesOf(Array(5).fill(0), { core: 1, idle: 2 * IDLE }),
  ]
  assert.ok(sharesOf(both).every(share => share < 0.2))
})

test('coreUses knows nothing of a core with few glances', () => {
  const [one, ...others] = coreUses([
    ...launchesOf([1], { core: 3 }),
    ...launchesOf(Array(3).fill(0), { core: 0 }),
  ])
  assert.equal(one, null)
  assert.ok(others.every(use => use !== null))
  assert.deepEqual(coreUses([{ core: 0, widthRatios: [] }]), [null])
  assert.throws(() => coreUses([{ core: 0, widthRatios: [0] }]), RangeError)
})
