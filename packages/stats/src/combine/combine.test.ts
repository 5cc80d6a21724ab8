import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { draws, normal } from '../../test/noise.ts'
import { createRandom } from '../distributions/random.ts'
import { studentQuantile } from '../distributions/student-t.ts'
import { launchQuantile } from '../intervals/estimate.ts'
import { type Combination, type CombineRules, combineMachines } from './combine.ts'
import { FEWEST_CPUS, needsMoreCpus } from './cpus-needed.ts'
import type { Machine } from './machines.ts'
import type { Session } from './sessions.ts'

const RULES: CombineRules = { threshold: 0.01, stoppedOnWidth: false }
const RULES_ALPHA = 0.05
const HOUR_MS = 3_600_000

/** Launches with this mean, a hundredth apart: their standard error is 0.0029. */
function launches(center: number): number[] {
  return [-0.01, 0.01, -0.01, 0.01, -0.01, 0.01, -0.01, 0.01, -0.01, 0.01, -0.01, 0.01].map(
    noise => center + noise,
  )
}

function session(center: number, hour: number, rest: Partial<Session> = {}): Session {
  return {
    startMs: hour * HOUR_MS,
    logRatios: launches(center),
    biasAllowance: 0.002,
    isUsable: true,
    ...rest,
  }
}

/** A machine of its own cpuId with one session a day at each of these log ratios. */
function machine(name: string, centers: readonly number[], rest: Partial<Machine> = {}): Machine {
  const sessions = centers.map((center, day) => session(center, 24 * day))
  return { cpuId: name, installation: name, sessions, ...rest }
}

function combine(machines: readonly Machine[], rules: Partial<CombineRules> = {}): Combination {
  const [combination] = combineMachines([machines], { ...RULES, ...rules })
  assert.ok(combination)
  return combination
}

const near = (found: number | undefined, expected: number) =>
  assert.ok(found !== undefined && Math.abs(found - expected) < 1e-12, `${found} is not ${expected}`)

test('combineMachines: the error of a machine is that of a nested design, computed by hand', () => {
  const { machines, sessionVariance } = combine([
    machine('a', [-0.05, -0.07]),
    machine('b', [-0.02, -0.05]),
    machine('c', [-0.04]),
  ])
  // Mean square: (0.0002 + 0.00045) ÷ 2, on 2 degrees of freedom.
  near(sessionVariance?.meanSquare, 0.000325)
  assert.equal(sessionVariance?.df, 2)
  near(sessionVariance?.ofLaunches, 0.0001 / 11)
  near(sessionVariance?.standardDeviation, Math.sqrt(0.000325 - 0.0001 / 11))
  const [a, b, c] = machines
  near(a?.logRatio ?? 0, -0.06)
  near(a?.test?.standardError, Math.sqrt(0.000325 / 2))
  near(a?.test?.df, 2)
  near(a?.test?.upper, -0.06 + studentQuantile(0.975, 2) * Math.sqrt(0.000325 / 2))
  near(b?.logRatio ?? 0, -0.035)
  // One session: the variance of one, known from the others.
  near(c?.test?.standardError, Math.sqrt(0.000325))
})

test('combineMachines: a machine counts in the variance between sessions by its degrees of freedom', () => {
  const { sessionVariance } = combine([machine('a', [0.01, 0.02, 0.03]), machine('b', [0, 0.04])])
  // (2 × 0.0001 + 1 × 0.0008) ÷ 3.
  assert.equal(sessionVariance?.df, 3)
  near(sessionVariance?.meanSquare, 0.001 / 3)
})

test('combineMachines: sessions that agree by chance leave the error of the launches', () => {
  const { machines } = combine([machine('a', [-0.05, -0.05]), machine('b', [-0.05, -0.05])])
  near(machines[0]?.test?.standardError, Math.sqrt(0.0001 / 11 / 2))
  near(machines[0]?.test?.df, 2)
})

test('combineMachines: a machine with noisier launches has a larger error, and more is known of it', () => {
  const noisy = session(0, 0, { logRatios: launches(0).map(one => 10 * one) })
  const { machines } = combine([
    machine('a', [0, 0]),
    machine('b', [0, 0], { sessions: [noisy, { ...noisy, startMs: 24 * HOUR_MS }] }),
  ])
  const [a, b] = machines
  assert.ok((b?.test?.standardError ?? 0) > (a?.test?.standardError ?? 0))
  assert.ok((b?.test?.df ?? 0) > (a?.test?.df ?? 0))
  near(b?.test?.standardError, Math.sqrt(0.01 / 11 / 2))
})

test('combineMachines: machines of one cpuId are averaged first, and cpuIds count the same', () => {
  const { combined, cpus, machines } = combine([
    machine('a', [-0.1, -0.1]),
    machine('b1', [0, 0], { cpuId: 'b' }),
    machine('b2', [0.02, 0.02], { cpuId: 'b' }),
    machine('b3', [0.04, 0.04], { cpuId: 'b' }),
  ])
  assert.deepEqual(
    cpus.map(({ cpuId, machines }) => [cpuId, machines]),
    [
      ['a', 1],
      ['b', 3],
    ],
  )
  near(cpus[1]?.logRatio, 0.02)
  near(cpus[1]?.standardError ?? 0, (machines[1]?.test?.standardError ?? 0) / Math.sqrt(3))
  near(combined?.logRatio, -0.04)
  assert.equal(combined?.df, 1)
  near(combined?.standardError, 0.06)
  near(combined?.upper, -0.04 + 0.06 * studentQuantile(0.975, 1))
})

test('combineMachines: an installation that is given twice is one machine', () => {
  const twice = combine([
    machine('a', [], { sessions: [session(-0.05, 0)] }),
    machine('a', [], { sessions: [session(-0.06, 24)] }),
  ])
  assert.deepEqual(twice, combine([machine('a', [-0.05, -0.06])]))
  assert.equal(twice.machines.length, 1)
})

test('combineMachines: a session cut into pieces counts once', () => {
  const whole = session(-0.05, 0)
  const cut = [0, 1].map(half => ({
    ...whole,
    startMs: half * HOUR_MS,
    logRatios: whole.logRatios.slice(6 * half, 6 * half + 6),
  }))
  const { machines, conclusion, sessionVariance } = combine([machine('a', [], { sessions: cut })])
  assert.equal(machines[0]?.sessions.length, 1)
  assert.equal(machines[0]?.sessions[0]?.launches, 12)
  assert.equal(sessionVariance, null)
  assert.deepEqual(conclusion, { kind: 'not separable from the hour' })
  const apart = cut.map((half, index) => ({ ...half, startMs: 2 * index * HOUR_MS }))
  assert.equal(combine([machine('a', [], { sessions: apart })]).machines[0]?.sessions.length, 2)
})

test('combineMachines: one session on each machine is not separable from the hour, whatever the number', () => {
  const one = ['a', 'b', 'c', 'd', 'e', 'f'].map((name, index) => machine(name, [-0.3 - index / 100]))
  const { conclusion, combined, between, machines, unseen } = combine(one)
  assert.deepEqual(conclusion, { kind: 'not separable from the hour' })
  assert.ok(combined !== null && combined.upper < -0.2)
  assert.equal(between, null)
  assert.equal(unseen, null)
  assert.ok(machines.every(({ test: own, isUsed }) => own === null && isUsed))
})

test('combineMachines: one machine with two sessions has an answer of its own, and none over machines', () => {
  const { conclusion, combined, between } = combine([machine('a', [-0.3, -0.301])])
  assert.deepEqual(conclusion, {
    kind: 'same direction',
    direction: 'faster',
    machines: 1,
    cpus: 1,
    sizeDiffers: false,
  })
  assert.equal(combined, null)
  assert.equal(between, null)
})

test('combineMachines: several installations of one cpuId have no answer over cpuIds', () => {
  const { conclusion, combined } = combine(
    ['1', '2', '3'].map(installation => ({ ...machine('a', [0.1, 0.101]), installation })),
  )
  assert.deepEqual(conclusion, {
    kind: 'same direction',
    direction: 'slower',
    machines: 3,
    cpus: 1,
    sizeDiffers: false,
  })
  assert.equal(combined, null)
})

test('combineMachines: sin-small, slower on one CPU and faster on the other, depends on the machine', () => {
  const [slower, faster] = [Math.log(1.1), Math.log(0.76)]
  const { conclusion, between } = combine([
    machine('zen 4', [slower, slower + 0.004]),
    machine('zen 5', [faster, faster - 0.004]),
  ])
  assert.deepEqual(conclusion, {
    kind: 'depends',
    faster: [{ cpuId: 'zen 5', installation: 'zen 5' }],
    slower: [{ cpuId: 'zen 4', installation: 'zen 4' }],
  })
  assert.ok((between?.tau.lower ?? 0) > 0.01)
})

test('combineMachines: faster everywhere by different sizes says both', () => {
  const { conclusion } = combine([
    machine('a', [Math.log(0.82), Math.log(0.821)]),
    machine('b', [Math.log(0.62), Math.log(0.621)]),
  ])
  assert.deepEqual(conclusion, {
    kind: 'same direction',
    direction: 'faster',
    machines: 2,
    cpus: 2,
    sizeDiffers: true,
  })
})

test('combineMachines: a size may differ where a direction is not known', () => {
  const { conclusion } = combine([machine('a', [0, 0.001]), machine('b', [-0.3, -0.301])])
  assert.deepEqual(conclusion, { kind: 'size differs', machines: 2, cpus: 2 })
})

test('combineMachines: machines on both sides have no direction, however sure each is', () => {
  for (const centers of [
    [-0.03, 0.03],
    [0.03, -0.03],
  ]) {
    const machines = centers.map((center, index) => machine(`${index}`, [center, center * 1.01]))
    assert.equal(combine(machines).pValues.sameDirection, 1)
  }
})

test('combineMachines: no machine beyond δ is the same on all measured', () => {
  const machines = ['a', 'b', 'c', 'd', 'e', 'f'].map(name => machine(name, [0.0003, -0.0003]))
  assert.deepEqual(combine(machines).conclusion, { kind: 'same', machines: 6, cpus: 6 })
})

test('combineMachines says why it says nothing', () => {
  const reason = (machines: readonly Machine[]) => {
    const { conclusion } = combine(machines)
    return conclusion.kind === 'inconclusive' ? conclusion.reason : conclusion.kind
  }
  const five = ['b', 'c', 'd', 'e', 'f'].map(name => machine(name, [-0.016, -0.017]))
  assert.equal(reason([]), 'no usable session')
  assert.equal(reason([machine('a', [])]), 'no usable session')
  assert.equal(reason([machine('a', [0.02, -0.02]), machine('b', [0.01, -0.03])]), 'too wide')
  assert.equal(reason([machine('a', [-0.002, -0.003]), ...five]), 'known on some machines')
  const sure = { biasAllowance: 0, logRatios: launches(0).map(one => one / 20 - 0.005) }
  const small = ['a', 'b', 'c'].map(name =>
    machine(name, [], { sessions: [session(0, 0, sure), session(0, 24, sure)] }),
  )
  assert.equal(reason(small), 'same')
  const larger = { ...sure, logRatios: sure.logRatios.map(one => one - 0.0046) }
  const nearly = ['a', 'b', 'c'].map(name =>
    machine(name, [], {
      sessions: [session(0, 0, { ...larger, biasAllowance: 0.002 }), session(0, 24, larger)],
    }),
  )
  assert.equal(reason(nearly), 'known but small')
})

test('combineMachines corrects for all comparisons, those without an answer too', () => {
  const found = [machine('a', [-0.03, -0.032]), machine('b', [-0.03, -0.032]), machine('c', [-0.03, -0.031])]
  assert.equal(combine(found).conclusion.kind, 'same direction')
  const alone = combine(found).pValues.sameDirection
  const others = Array.from({ length: Math.ceil(RULES_ALPHA / alone) }, () => [])
  const [first] = combineMachines([found, ...others], RULES)
  assert.deepEqual(first?.conclusion, { kind: 'inconclusive', reason: 'not significant in its family' })
  near(first?.adjustedPValues.sameDirection, (others.length + 1) * alone)
})

test('combineMachines corrects each kind of finding for all comparisons', () => {
  const depends = [machine('a', [-0.03, -0.032]), machine('b', [0.03, 0.032]), machine('c', [0.03, 0.031])]
  const average = [-0.02, -0.05, -0.1, -0.15, -0.2].map((center, index) =>
    machine(`${index}`, [center, center - 0.001]),
  )
  for (const [machines, kind] of [
    [depends, 'depends'],
    [average, 'unseen'],
  ] as const) {
    const alone = combine(machines).pValues[kind]
    assert.ok(alone < 0.05)
    const others = Array.from({ length: Math.ceil(RULES_ALPHA / alone) }, () => [])
    const [first] = combineMachines([machines, ...others], RULES)
    near(first?.adjustedPValues[kind], (others.length + 1) * alone)
    assert.notEqual(first?.conclusion.kind, 'depends')
    assert.equal(first?.unseen, null)
  }
})

test('combineMachines: what is not usable is shown and not used', () => {
  const used = [machine('a', [-0.05, -0.051]), machine('b', [-0.05, -0.051])]
  const broken = machine('c', [], {
    sessions: [
      session(0.5, 0, { isUsable: false }),
      session(0.5, 24, { logRatios: [0.5] }),
      session(0.5, 48, { logRatios: [0.5, 0.5, 0.5] }),
    ],
  })
  const two = combine([machine('d', [], { sessions: [session(0, 0, { logRatios: [0.5, 0.51] })] })])
  assert.equal(two.machines[0]?.sessions[0]?.leftOut, null)
  const { machines, conclusion, combined } = combine([...used, broken])
  assert.equal(machines.filter(({ isUsed }) => !isUsed).length, 1)
  assert.deepEqual(
    machines[2]?.sessions.map(one => one.leftOut),
    ['unusable', 'too few launches', 'zero variance'],
  )
  near(machines[2]?.logRatio ?? 0, 0.5)
  assert.equal(machines[2]?.isUsed, false)
  assert.equal(machines[2]?.test, null)
  assert.deepEqual(conclusion, combine(used).conclusion)
  assert.deepEqual(combined, combine(used).combined)
})

test('combineMachines: a session that is not usable joins none that is, and leaves the rest of its machine', () => {
  const mixed = machine('a', [], {
    sessions: [session(-0.05, 0), session(0.5, 1, { isUsable: false }), session(-0.052, 24)],
  })
  const { machines, conclusion } = combine([mixed])
  assert.equal(machines[0]?.sessions.length, 3)
  near(machines[0]?.logRatio ?? 0, -0.051)
  assert.equal(conclusion.kind, combine([machine('a', [-0.05, -0.052])]).conclusion.kind)
})

const SPREAD = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'].map((name, index) =>
  machine(name, [-0.1 - index / 500, -0.101 - index / 500]),
)

test('combineMachines speaks of machines not measured from five cpuIds on, and of none where one was lost', () => {
  assert.equal(combine(SPREAD.slice(0, 4)).unseen, null)
  assert.equal(combine(SPREAD.slice(0, 4)).between?.prediction, null)
  assert.deepEqual(combine(SPREAD.slice(0, 5)).unseen, { direction: 'faster', reach: 'nearly all' })
  assert.equal(combine(SPREAD.slice(0, 5)).between?.prediction?.isApproximate, true)
  assert.deepEqual(combine(SPREAD).unseen, { direction: 'faster', reach: 'nearly all' })
  const lost = machine('k', [], { sessions: [session(0, 0, { isUsable: false })] })
  assert.equal(combine([...SPREAD, lost]).unseen, null)
})

test('combineMachines: a mean over machines that lie far apart says nothing of nearly all', () => {
  const centers = [-0.02, -0.05, -0.1, -0.15, -0.2, -0.25]
  const machines = centers.map((center, index) => machine(`${index}`, [center, center - 0.001]))
  assert.deepEqual(combine(machines).unseen, { direction: 'faster', reach: 'average' })
})

/** Launches a twentieth as noisy. */
function sharp(name: string, center: number): Machine {
  const logRatios = launches(0).map(one => one / 20 + center)
  return machine(name, [], { sessions: [0, 24].map(hour => session(0, hour, { logRatios })) })
}

test('combineMachines: opposite directions within δ depend on nothing', () => {
  const { conclusion, machines } = combine([sharp('a', -0.006), sharp('b', 0.006)])
  assert.ok(machines.every(({ test: own }) => own !== null && own.pValue < 0.01))
  assert.notEqual(conclusion.kind, 'depends')
  assert.equal(combine([sharp('a', -0.011), sharp('b', 0.011)]).conclusion.kind, 'depends')
})

test('combineMachines says nothing of machines not measured where it depends, or the mean is within δ', () => {
  const nine = Array.from({ length: 9 }, (_, index) => machine(`${index}`, [-0.2, -0.201 - index / 1000]))
  assert.notEqual(combine(nine).unseen, null)
  const { conclusion, unseen, combined } = combine([...nine, machine('x', [0.05, 0.051])])
  assert.equal(conclusion.kind, 'depends')
  assert.ok(combined !== null && combined.upper < 0)
  assert.equal(unseen, null)
  const small = Array.from({ length: 9 }, (_, index) => sharp(`${index}`, -0.006 - index / 5000))
  assert.ok((combine(small).combined?.pValue ?? 1) < 0.01)
  assert.equal(combine(small).unseen, null)
  const wide = [-0.07, 0.009, -0.02, 0.009, 0.009].map((center, index) =>
    machine(`${index}`, [center - 0.01, center + 0.01]),
  )
  assert.ok((combine(wide).combined?.pValue ?? 1) < 0.7)
  assert.ok((combine(wide).combined?.logRatio ?? 0) < -0.012)
  assert.notEqual(combine(wide, { alpha: 0.7 }).conclusion.kind, 'depends')
  assert.equal(combine(wide, { alpha: 0.7 }).unseen, null)
})

test('combineMachines says nothing of nearly all where τ hides in the errors', () => {
  const centers = [-0.05, -0.036, -0.03, -0.03, -0.024, -0.01]
  const { unseen, between } = combine(
    centers.map((center, index) => machine(`${index}`, [center - 0.014, center + 0.014])),
  )
  assert.equal(between?.tau.lower, 0)
  assert.equal(between?.prediction?.isApproximate, true)
  assert.ok((between?.prediction?.upper ?? 0) < -0.002)
  assert.deepEqual(unseen, { direction: 'faster', reach: 'average' })
})

test('combineMachines: a set that stopped on width has the wider interval', () => {
  const [plain, stopped] = [combine(SPREAD).combined, combine(SPREAD, { stoppedOnWidth: true }).combined]
  assert.ok(plain && stopped)
  near(
    (stopped.upper - stopped.lower) / (plain.upper - plain.lower),
    launchQuantile(9) / studentQuantile(0.975, 9),
  )
  assert.equal(stopped.pValue, plain.pValue)
})

test('combineMachines: cpuIds that agree to the last digit have no interval', () => {
  const { combined, between, conclusion } = combine([
    machine('a', [-0.1, -0.102]),
    machine('b', [-0.1, -0.102]),
  ])
  assert.equal(combined, null)
  assert.deepEqual(between?.tau, { value: 0, lower: 0, upper: 0 })
  assert.equal(conclusion.kind, 'same direction')
})

test('combineMachines: the allowance of a machine is that of its sessions, and decides its test', () => {
  const withAllowance = (biasAllowance: number) =>
    machine('a', [], {
      sessions: [session(-0.1, 0, { biasAllowance }), session(-0.101, 24, { biasAllowance })],
    })
  assert.equal(combine([withAllowance(0.002)]).conclusion.kind, 'same direction')
  const { machines, conclusion } = combine([withAllowance(0.11)])
  near(machines[0]?.allowance, Math.log1p(0.11))
  assert.equal(machines[0]?.test?.pValue, 1)
  assert.deepEqual(conclusion, { kind: 'inconclusive', reason: 'too wide' })
})

test('combineMachines refuses what is no number', () => {
  for (const wrong of [
    { logRatios: [0.1, Number.NaN] },
    { logRatios: [0.1, Number.POSITIVE_INFINITY] },
    { biasAllowance: -0.1 },
    { biasAllowance: Number.NaN },
    { startMs: Number.NaN },
  ]) {
    assert.throws(() => combine([machine('a', [], { sessions: [session(0, 0, wrong)] })]), RangeError)
  }
  assert.throws(() => combine([], { threshold: 0 }), RangeError)
  assert.throws(() => combine([], { alpha: 2 }), RangeError)
})

/** Machines with any number of sessions, some of one cpuId, and not all of them usable. */
const MACHINES: fc.Arbitrary<Machine[]> = fc.array(
  fc.record({
    cpuId: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'),
    installation: fc.constantFrom('1', '2'),
    sessions: fc.array(
      fc.record({
        startMs: fc.integer({ min: 0, max: 100 }).map(hour => hour * HOUR_MS),
        logRatios: fc
          .tuple(
            fc.integer(),
            fc.integer({ min: 1, max: 12 }),
            fc.double({ min: -0.1, max: 0.1, noNaN: true }),
          )
          .map(([seed, count, center]) =>
            draws(count, normal, createRandom(Math.abs(seed))).map(noise => center + noise / 50),
          ),
        biasAllowance: fc.constantFrom(0, 0.002, 0.01),
        isUsable: fc.boolean(),
      }),
      { maxLength: 4 },
    ),
  }),
  { maxLength: 8 },
)

test('combineMachines: the order of machines and sessions changes no digit', () => {
  fc.assert(
    fc.property(MACHINES, fc.nat(), (machines, seed) => {
      const random = createRandom(seed)
      const shuffled = random
        .shuffle(machines)
        .map(one => ({ ...one, sessions: random.shuffle(one.sessions) }))
      assert.deepEqual(combine(shuffled), combine(machines))
    }),
    { seed: 1 },
  )
})

test('combineMachines: swapping head and base mirrors everything', () => {
  fc.assert(
    fc.property(MACHINES, machines => {
      const swapped = machines.map(one => ({
        ...one,
        sessions: one.sessions.map(part => ({ ...part, logRatios: part.logRatios.map(log => -log) })),
      }))
      const [left, right] = [combine(machines), combine(swapped)]
      const close = (one = 0, other = 0) =>
        assert.ok(Math.abs(one - other) <= 1e-9 * Math.max(1e-3, Math.abs(one)), `${one} and ${other}`)
      close(left.combined?.logRatio, -(right.combined?.logRatio ?? 0))
      close(left.combined?.lower, -(right.combined?.upper ?? 0))
      close(left.between?.tau.lower, right.between?.tau.lower)
      close(left.between?.tau.upper, right.between?.tau.upper)
      for (const [index, one] of left.machines.entries()) {
        close(one.test?.slowerPValue, right.machines[index]?.test?.fasterPValue)
        close(one.test?.pValue, right.machines[index]?.test?.pValue)
      }
      close(left.pValues.depends, right.pValues.depends)
      close(left.pValues.sameDirection, right.pValues.sameDirection)
      const mirrored: Record<string, string> = { faster: 'slower', slower: 'faster' }
      assert.equal(left.conclusion.kind, right.conclusion.kind)
      if (left.conclusion.kind === 'same direction' && right.conclusion.kind === 'same direction') {
        assert.equal(mirrored[left.conclusion.direction], right.conclusion.direction)
      }
      if (left.conclusion.kind === 'depends' && right.conclusion.kind === 'depends') {
        assert.deepEqual(left.conclusion.faster, right.conclusion.slower)
      }
      assert.equal(mirrored[left.unseen?.direction ?? ''], right.unseen?.direction)
    }),
    { seed: 2 },
  )
})

test('combineMachines: more sessions never change the unit', () => {
  fc.assert(
    fc.property(MACHINES, fc.integer({ min: 1, max: 5 }), (machines, times) => {
      const more = machines.map(one => ({
        ...one,
        sessions: Array.from({ length: times }, (_, time) =>
          one.sessions.map(part => ({ ...part, startMs: part.startMs + time * 1000 * HOUR_MS })),
        ).flat(),
      }))
      const [once, often] = [combine(machines), combine(more)]
      assert.equal(often.combined?.df, once.combined?.df)
      assert.deepEqual(
        often.cpus.map(({ cpuId, machines: count }) => [cpuId, count]),
        once.cpus.map(({ cpuId, machines: count }) => [cpuId, count]),
      )
      const [left, right] = [once.combined, often.combined]
      assert.ok(!left || !right || Math.abs(left.standardError - right.standardError) < 1e-9)
    }),
    { seed: 3 },
  )
})

test('combineMachines: everything it returns is a number or null', () => {
  const check = (value: unknown): void => {
    if (typeof value === 'number') assert.ok(Number.isFinite(value))
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(check)
  }
  fc.assert(
    fc.property(MACHINES, machines => check(combine(machines))),
    { seed: 4 },
  )
})

test('needsMoreCpus goes by the width alone', () => {
  const moved = SPREAD.map(one => ({
    ...one,
    sessions: one.sessions.map(part => ({ ...part, logRatios: part.logRatios.map(log => log + 0.109) })),
  }))
  for (const wanted of [0.001, 0.004, 0.005, 0.1]) {
    const [left, right] = [needsMoreCpus(SPREAD, wanted), needsMoreCpus(moved, wanted)]
    assert.equal(left.needsMore, right.needsMore)
    assert.ok(Math.abs((left.halfWidth ?? 0) - (right.halfWidth ?? 1)) < 1e-12)
  }
})

test('needsMoreCpus asks for five, then until the widened interval is narrow enough', () => {
  const reach = combine(SPREAD, { stoppedOnWidth: true }).combined
  const halfWidth = ((reach?.upper ?? 0) - (reach?.lower ?? 0)) / 2
  near(needsMoreCpus(SPREAD, 1).halfWidth ?? 0, halfWidth)
  const enough = needsMoreCpus(SPREAD, halfWidth * 1.000001)
  assert.deepEqual([enough.needsMore, enough.forecast], [false, 10])
  const more = needsMoreCpus(SPREAD, halfWidth / 2)
  assert.equal(more.needsMore, true)
  assert.ok((more.forecast ?? 0) > 25 && (more.forecast ?? 0) < 40)
  assert.deepEqual(
    [FEWEST_CPUS - 1, FEWEST_CPUS].map(count => needsMoreCpus(SPREAD.slice(0, count), 1).needsMore),
    [true, false],
  )
  assert.equal(needsMoreCpus(SPREAD.slice(0, 3), 1).forecast, FEWEST_CPUS)
  assert.equal(FEWEST_CPUS, 5)
  assert.deepEqual(needsMoreCpus(SPREAD.slice(0, 1), 1), { halfWidth: null, needsMore: true, forecast: null })
  assert.throws(() => needsMoreCpus(SPREAD, 0), RangeError)
})
