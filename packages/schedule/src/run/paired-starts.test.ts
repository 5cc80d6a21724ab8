import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRandom, type Decision, decide, launchRatio, mean, type Random } from '@steelyard/stats'
import { orderOfLaunch } from './balanced-orders.ts'

interface Machine {
  /** True time of each contender, the first one the base. */
  readonly trueMs: readonly number[]
  /** Standard deviation of the log of a start by itself. */
  readonly noise: number
  /** How much the log moves from one start to the next, and how far it wanders by chance. */
  readonly drift: number
  readonly wander: number
  /** What a start takes longer, as a fraction, when it follows this contender. */
  readonly after: readonly number[]
}

const QUIET: Machine = { trueMs: [100, 100, 100], noise: 0.05, drift: 0, wander: 0, after: [0, 0, 0] }
const RULES = { threshold: 0.01, biasAllowance: 0.002, minimumLaunches: 10, quick: false }

/** Returns the decision on each contender after the first, from launches on such a machine. */
function judged(machine: Machine, launches: number, random: Random): Decision[] {
  const { trueMs, noise, drift, wander, after } = machine
  const ratios: number[][] = trueMs.slice(1).map(() => [])
  const seed = random.integer(2 ** 31)
  let level = 0
  let last: number | null = null
  for (let launch = 0; launch < launches; launch++) {
    const timesNs: number[] = []
    for (const index of orderOfLaunch(trueMs.length, launch, createRandom(seed))) {
      level += drift + wander * normal(random)
      const carried = last === null ? 0 : Math.log1p(after[last] ?? 0)
      timesNs[index] = (trueMs[index] ?? 0) * 1e6 * Math.exp(level + carried + noise * normal(random))
      last = index
    }
    const window = (index: number) => ({ wallNs: [timesNs[index] ?? 0], cpuNs: [null] })
    ratios.forEach((logs, index) => {
      logs.push(launchRatio(window(index + 1), window(0), 'wall').ofSums ?? Number.NaN)
    })
  }
  return decide(
    ratios.map(logRatios => ({ logRatios, medianLogRatios: logRatios, driftingShare: 0 })),
    RULES,
  )
}

/** Box and Muller (1958). */
function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next())
}

const MACHINES: Readonly<Record<string, Machine>> = {
  'starts that differ by chance alone': QUIET,
  'a machine that gets slower all the time': { ...QUIET, drift: 0.01 },
  'a machine whose speed wanders': { ...QUIET, wander: 0.05 },
  'every contender slows down the next one equally': { ...QUIET, after: [0.1, 0.1, 0.1] },
}

for (const [what, machine] of Object.entries(MACHINES)) {
  test(`equal contenders get a verdict in at most 1 of 20 runs: ${what}`, () => {
    const random = createRandom(20)
    const runs = 400
    let wrong = 0
    for (let run = 0; run < runs; run++) {
      const found = judged(machine, 12, random).map(({ verdict }) => verdict)
      if (found.some(verdict => verdict === 'slower' || verdict === 'faster')) wrong++
    }
    // 5 % of 400, and what chance adds to that in 1 of 1000.
    assert.ok(wrong <= 34, `${wrong} of ${runs}`)
  })

  test(`a contender that takes a fifth longer is found, and by how much: ${what}`, () => {
    const random = createRandom(21)
    const [found, estimates] = [[] as string[], [] as number[]]
    for (let run = 0; run < 60; run++) {
      const [head] = judged({ ...machine, trueMs: [100, 120, 100] }, 18, random)
      found.push(head?.verdict ?? '')
      estimates.push(Math.log(head?.ratio?.value ?? 0))
    }
    assert.ok(found.filter(verdict => verdict === 'slower').length >= 57, found.join())
    assert.ok(Math.abs(Math.exp(mean(estimates)) - 1.2) < 0.015, String(Math.exp(mean(estimates))))
  })
}

test('the effect of one contender on the next remains: it follows the others, and never itself', () => {
  const random = createRandom(22)
  const estimates = Array.from({ length: 60 }, () => {
    const [head] = judged({ ...QUIET, after: [0, 0.1, 0] }, 18, random)
    return Math.log(head?.ratio?.value ?? 0)
  })
  // Two of three positions follow another one, half of the time this one: by a third of 10 % the base is slower.
  assert.ok(Math.abs(Math.exp(-mean(estimates)) - 1.033) < 0.015, String(Math.exp(-mean(estimates))))
})
