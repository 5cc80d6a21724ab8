import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LaunchError } from '@steelyard/launcher'
import type { ComparisonRecord } from '@steelyard/record'
import type { ContenderLaunch } from '@steelyard/schedule'
import { createRandom, type Rules } from '@steelyard/stats'
import { measuredContender } from '../../measure/src/fixtures/measured-contender.ts'
import type { ContenderPlan } from '../../measure/src/plan/plan.ts'
import type { MeasuredContender, NamedSuite } from '../../measure/src/suite/measured-suite.ts'
import { comparisonsOf } from './comparisons.ts'
import { pairsOf } from './fixtures/stalled-pairs.ts'

const RULES: Rules = { threshold: 0.01, biasAllowance: 0.002, minimumLaunches: 10, quick: false }
const LAUNCHES = 20
const ROUNDS = 10

/** A base, its copy and a head that takes half as long again; what the copy takes is given. */
function suiteWith(copyFactor: number): NamedSuite {
  const random = createRandom(1)
  const contender = (plan: Partial<ContenderPlan>, factor: number): MeasuredContender =>
    measuredContender(
      { caseId: 'base', ...plan },
      Array.from({ length: LAUNCHES }, (_, launch) => ({
        group: 0,
        launch,
        wallNs: Array.from({ length: ROUNDS }, () => 1000 * factor * (1 + 0.01 * random.next())),
      })),
    )
  const group = [
    contender({}, 1),
    contender({ isControl: true }, copyFactor),
    contender({ caseId: 'head' }, 1.5),
  ]
  return {
    name: 'made',
    plan: {
      by: 'cases',
      baseline: 'base',
      contenders: group.map(({ plan }) => plan),
      groups: [group.map(({ plan }) => plan)],
      unsupported: [],
    },
    measured: { contenders: group, groups: [group], end: 'time', timedShares: [] },
    targetIds: ['node@26.10.0'],
  }
}

test('comparisonsOf gives a verdict with a control that shows no difference, and keeps the control', () => {
  const [comparison, ...others] = comparisonsOf([suiteWith(1)], 'wall', RULES, 'assumed')
  assert.deepEqual(others, [], 'the copy is no head')
  assert.equal(comparison?.verdict, 'slower')
  assert.equal(comparison?.control?.passed, true)
  assert.equal(comparison?.control?.ratio?.n, LAUNCHES)
})

test('comparisonsOf gives no verdict with a control that shows a difference', () => {
  const [comparison] = comparisonsOf([suiteWith(1.02)], 'wall', RULES, 'assumed')
  assert.equal(comparison?.control?.passed, false)
  assert.deepEqual([comparison?.verdict, comparison?.reason], ['inconclusive', 'control failed'])
})

test('comparisonsOf keeps verdicts of looks of an interrupted run that has a control', () => {
  const suite = suiteWith(1)
  const looks = { first: 5, planned: 10, lagOne: 0 }
  const [found] = comparisonsOf(
    [{ ...suite, measured: { ...suite.measured, looks } }],
    ...(['wall', { ...RULES, earlyEnd: 'interrupted' }, 'assumed'] as const),
  )
  assert.deepEqual([found?.verdict, found?.look, found?.control?.passed], ['slower', 5, true])
})

test('comparisonsOf gives no verdict when the copy was lost before its second launch', () => {
  const [base, copy, ...others] = suiteWith(1).measured.groups[0] ?? []
  assert.ok(base && copy)
  const short = { ...copy, launches: copy.launches.slice(0, 1) }
  const [comparison] = comparisonsOf([suiteOf([[base, short, ...others]])], 'wall', RULES, 'assumed')
  assert.deepEqual(comparison?.control, { ratio: null, pValue: null, passed: false })
  assert.equal(comparison?.reason, 'control failed')
})

/** A launch for each factor, with a little noise that is not the same in any two. */
function contenderOf(
  plan: Partial<ContenderPlan>,
  { wall, cpu = wall, seed, group = 0 }: { wall: number; cpu?: number; seed: number; group?: number },
): MeasuredContender {
  const random = createRandom(seed)
  const samples = () => Array.from({ length: ROUNDS }, () => 1000 * (1 + 0.01 * random.next()))
  const launches = Array.from({ length: LAUNCHES }, (_, launch) => ({ group, launch, wallNs: samples() }))
  const contender = measuredContender({ caseId: 'base', ...plan }, launches)
  return {
    ...contender,
    launches: contender.launches.map(launch => ({
      ...launch,
      cpuNs: launch.wallNs.map(ns => cpu * ns),
      wallNs: launch.wallNs.map(ns => wall * ns),
    })),
  }
}

function suiteOf(groups: MeasuredContender[][], changes: Partial<NamedSuite['plan']> = {}): NamedSuite {
  const contenders = groups.flat()
  return {
    name: 'made',
    plan: {
      by: 'cases',
      baseline: 'base',
      contenders: contenders.map(({ plan }) => plan),
      groups: groups.map(group => group.map(({ plan }) => plan)),
      unsupported: [],
      ...changes,
    },
    measured: { contenders, groups, end: 'time', timedShares: [] },
    targetIds: ['node@1', 'bun@1'],
  }
}

const slowerPair = () => [
  contenderOf({}, { wall: 1, seed: 1 }),
  contenderOf({ caseId: 'head' }, { wall: 1.5, seed: 2 }),
]

function near(found: number | undefined, expected: number): void {
  assert.ok(found !== undefined && Math.abs(found / expected - 1) < 0.01, `${found} is not about ${expected}`)
}

for (const [side, index] of [
  ['base', 0],
  ['head', 1],
] as const) {
  test(`comparisonsOf keeps the numbers and takes the verdict when the ${side} was lost half-way`, () => {
    const pair = slowerPair()
    const [whole] = comparisonsOf([suiteOf([pair])], 'wall', RULES, 'assumed')
    assert.equal(whole?.verdict, 'slower')
    const contender = pair[index]
    assert.ok(contender)
    const lost = { ...contender, lost: new LaunchError('timeout', 'took too long') }
    const lostPair = pair.with(index, lost)
    const [comparison] = comparisonsOf([suiteOf([lostPair])], 'wall', RULES, 'assumed')
    assert.deepEqual(comparison, { ...whole, verdict: 'inconclusive', reason: 'lost: timeout' })
    // Where there is no verdict anyhow, the reason is the usual one.
    const [quick] = comparisonsOf([suiteOf([lostPair])], 'wall', { ...RULES, quick: true }, 'assumed')
    assert.deepEqual([quick?.verdict, quick?.reason], [null, 'quick'])
  })

  test(`comparisonsOf compares nothing with a ${side} whose work was removed, also in other launches`, () => {
    const params = {}
    const [node, bun] = [0, 1].map(target =>
      ['base', 'head'].map((caseId, at) =>
        contenderOf({ caseId, params, target }, { wall: 1, seed: 2 * target + at, group: target }),
      ),
    )
    assert.ok(node && bun)
    const compared = (ofNode: MeasuredContender[]) =>
      comparisonsOf([suiteOf([ofNode, bun])], 'wall', RULES, 'assumed').map(
        ({ case: caseId, base, head, paired }) =>
          `${caseId} on ${head} to ${base}${paired ? '' : ', unpaired'}`,
      )
    const both = ['base on bun@1 to node@1, unpaired', 'head on bun@1 to node@1, unpaired']
    assert.deepEqual(compared(node), ['head on node@1 to node@1', 'head on bun@1 to bun@1', ...both])
    const removed = { iterations: 1e6, onceNs: [1e6], twiceNs: [1.01e6], empty: null }
    const contender = node[index]
    assert.ok(contender)
    const launches = contender.launches.map(launch => ({ ...launch, work: removed }))
    assert.deepEqual(compared(node.with(index, { ...contender, launches })), [
      'head on bun@1 to bun@1',
      both[1 - index],
    ])
  })
}

test('comparisonsOf gives no verdict on a time about which clocks disagree, and one on CPU time that holds the work', () => {
  const reasonFor = (
    metric: 'wall' | 'cpu',
    cpu: number,
    shares: object = { mainCpu: 3 },
    side: 'head' | 'base' = 'head',
    rules = RULES,
  ) => {
    const [base, head] = slowerPair()
    assert.ok(base && head)
    const least = { host: 1, mainCpu: 1, empty: 0 }
    const clockShares = { ...least, ...shares, least }
    const unsure = contenderOf({ caseId: 'head' }, { wall: 1.5, cpu, seed: 2 })
    const launches = unsure.launches.map(launch => ({ ...launch, clockShares }))
    const doubtful = { ...unsure, launches }
    const suite = suiteOf([side === 'head' ? [base, doubtful] : [doubtful, head]])
    const [comparison] = comparisonsOf([suite], metric, rules, 'assumed')
    return [comparison?.verdict, comparison?.reason]
  }
  assert.deepEqual(reasonFor('wall', 1.5), ['inconclusive', 'clocks disagree'])
  const quick = { ...RULES, quick: true }
  assert.deepEqual(reasonFor('wall', 1.5, { mainCpu: 3 }, 'head', quick), [null, 'quick'])
  assert.deepEqual(reasonFor('cpu', 1.5), ['inconclusive', 'clocks disagree'])
  assert.deepEqual(reasonFor('wall', 1.5, { mainCpu: 3 }, 'base'), ['inconclusive', 'clocks disagree'])
  // The CPU clock of the batches counted three times the time reported.
  assert.deepEqual(reasonFor('cpu', 4.5), ['slower', null])
  // Late replies say nothing of the CPU time.
  assert.deepEqual(reasonFor('wall', 1.5, { host: 3 }), ['inconclusive', 'clocks disagree'])
  assert.deepEqual(reasonFor('cpu', 1.5, { host: 3 }), ['slower', null])
})

test('comparisonsOf shows head to base also where they shared no launch, on both clocks', () => {
  const params = {}
  for (const [metric, factor] of [
    ['wall', 3],
    ['cpu', 0.5],
  ] as const) {
    const targets = [
      contenderOf({ params }, { wall: 1, seed: 1 }),
      contenderOf({ params, target: 1 }, { wall: 3, cpu: 0.5, seed: 2, group: 1 }),
    ]
    const suite = suiteOf(targets.map(one => [one]))
    const [comparison, ...others] = comparisonsOf([suite], metric, RULES, 'assumed')
    assert.deepEqual(others, [])
    assert.deepEqual([comparison?.base, comparison?.head, comparison?.paired], ['node@1', 'bun@1', false])
    near(comparison?.ratio.value, factor)
    assert.deepEqual(
      [comparison?.verdict, comparison?.reason, comparison?.ratio.n],
      [null, 'unpaired', LAUNCHES],
    )
  }
})

test('comparisonsOf compares cases that shared no launch with the baseline of their target', () => {
  const params = {}
  const made = (caseId: string, target: number, wall: number) =>
    contenderOf({ caseId, params, target }, { wall, seed: 10 * target + wall, group: target })
  const contenders = [made('head', 0, 4), made('base', 0, 2), made('base', 1, 3), made('head', 1, 9)]
  const foundIn = (some: readonly MeasuredContender[]) => {
    const suite = suiteOf(
      some.map(one => [one]),
      { by: 'targets' },
    )
    return comparisonsOf([suite], 'wall', RULES, 'assumed')
  }
  const found = foundIn(contenders)
  assert.deepEqual(
    found.map(({ baseCase, case: headCase, head }) => [baseCase, headCase, head]),
    [
      ['base', 'head', 'node@1'],
      ['base', 'head', 'bun@1'],
    ],
  )
  // Without two launches of each there is no interval.
  const short = contenders.map((one, index) =>
    index < 2 ? { ...one, launches: one.launches.slice(0, 2 - index) } : one,
  )
  assert.deepEqual(foundIn(short).length, 1)
  assert.deepEqual(foundIn(short.with(1, contenders[1] as MeasuredContender)).length, 2)
  assert.deepEqual(foundIn(contenders.with(0, { ...made('head', 0, 4), launches: [] })).length, 1)
  near(found[0]?.ratio.value, 2)
  near(found[1]?.ratio.value, 3)
})

test('comparisonsOf has the ratio on the clock that the verdict does not read', () => {
  const pair = [
    contenderOf({}, { wall: 1, seed: 1 }),
    contenderOf({ caseId: 'head' }, { wall: 1.5, cpu: 0.5, seed: 2 }),
  ]
  const [byWall] = comparisonsOf([suiteOf([pair])], 'wall', RULES, 'assumed')
  const [byCpu] = comparisonsOf([suiteOf([pair])], 'cpu', RULES, 'assumed')
  near(byWall?.ratio.value, 1.5)
  near(byWall?.otherClockRatio?.value, 0.5)
  assert.deepEqual(byCpu?.ratio, byWall?.otherClockRatio)
  assert.deepEqual(byCpu?.otherClockRatio, byWall?.ratio)
  assert.deepEqual([byWall?.verdict, byCpu?.verdict], ['slower', 'faster'])
})

test('comparisonsOf has the ratio without disturbed rounds, besides that of all rounds', () => {
  const [base, head] = slowerPair()
  assert.ok(base && head)
  const [quiet, disturbed] = [0, 1e6].map(waitedNs => ({
    waitedNs,
    preemptions: 0,
    stolenNs: 0,
    moved: false,
  }))
  assert.ok(quiet && disturbed)
  // One round in five takes the head ten times as long, and says why.
  const launches = head.launches.map(launch => ({
    ...launch,
    wallNs: launch.wallNs.map((ns, round) => (round % 5 === 0 ? 10 * ns : ns)),
    audits: launch.wallNs.map((_, round) => (round % 5 === 0 ? disturbed : quiet)),
  }))
  const [comparison] = comparisonsOf([suiteOf([[base, { ...head, launches }]])], 'wall', RULES, 'assumed')
  near(comparison?.ratio.value, (1.5 * (8 + 2 * 10)) / 10)
  near(comparison?.uncontendedRatio?.value, 1.5)
  const [undisturbed] = comparisonsOf([suiteOf([slowerPair()])], 'wall', RULES, 'assumed')
  assert.equal(undisturbed?.uncontendedRatio, null)
})

test('comparisonsOf judges a case against its base and against its first target, in one family', () => {
  const params = {}
  const launched = (caseId: string, target: number, wall: number, groups: readonly number[]) => {
    const parts = groups.map(group =>
      contenderOf({ caseId, params, target }, { wall, seed: 100 * target + 10 * group + wall, group }),
    )
    const [first, ...others] = parts
    assert.ok(first)
    return { ...first, launches: [first, ...others].flatMap(({ launches }) => launches) }
  }
  const [base, head] = [launched('base', 0, 2, [0]), launched('head', 0, 4, [0, 2])]
  const [otherBase, otherHead] = [launched('base', 1, 3, [1]), launched('head', 1, 8, [1, 2])]
  const grouped = [
    [base, head],
    [otherBase, otherHead],
    [head, otherHead],
  ]
  const whole = suiteOf(grouped)
  const contenders = [base, head, otherBase, otherHead]
  const suite: NamedSuite = {
    ...whole,
    plan: { ...whole.plan, contenders: contenders.map(({ plan }) => plan) },
    measured: { ...whole.measured, contenders },
  }
  const found = comparisonsOf([suite], 'wall', RULES, 'assumed')
  const texts = found.map(({ baseCase, case: caseId, base: from, head: to, paired }) =>
    [`${baseCase}@${from}`, `${caseId}@${to}`, paired].join(' '),
  )
  assert.deepEqual(texts, [
    'base@node@1 head@node@1 true',
    'base@bun@1 head@bun@1 true',
    'head@node@1 head@bun@1 true',
    'base@node@1 base@bun@1 false',
  ])
  near(found[2]?.ratio.value, 2)
  assert.equal(found[2]?.ratio.n, LAUNCHES, 'the launches that both were in')
  const alone = comparisonsOf(
    [{ ...suite, measured: { ...suite.measured, groups: grouped.slice(0, 2) } }],
    'wall',
    RULES,
    'assumed',
  )
  const adjusted = [found, alone].map(all =>
    Math.max(...all.flatMap(({ adjustedPValue }) => adjustedPValue ?? [])),
  )
  assert.ok((adjusted[0] ?? 0) > (adjusted[1] ?? 0), 'the family grows')
})

test('comparisonsOf judges each comparison and its control by the allowance of its kind of work', () => {
  const suite = suiteWith(1.02)
  const awaiting = suite.measured.contenders.map(one => ({ ...one, isAsync: true }))
  const made = { ...suite, measured: { ...suite.measured, contenders: awaiting, groups: [awaiting] } }
  const kinds = [
    { kind: 'awaiting', allowance: 0.03, equalsRatio: 1, equalsBound: 0.03, launches: 40 },
  ] as const
  const [comparison] = comparisonsOf([made], 'wall', RULES, 'measured', kinds)
  assert.deepEqual([comparison?.biasAllowance, comparison?.biasKind], [0.03, 'awaiting'])
  // 2 % from its copy, within 3 %.
  assert.equal(comparison?.control?.passed, true)
  assert.equal(comparison?.verdict, 'slower')
  const [unknown] = comparisonsOf([suite], 'wall', RULES, 'measured', kinds)
  assert.deepEqual([unknown?.biasAllowance, unknown?.biasKind], [RULES.biasAllowance, null])
  assert.equal(unknown?.control?.passed, false)
  const [unbounded] = comparisonsOf([made], 'wall', RULES, 'measured')
  assert.deepEqual([unbounded?.biasAllowance, unbounded?.biasKind], [RULES.biasAllowance, null])
})

test('comparisonsOf judges the ratio without stalls, and the one as timed too', () => {
  const world = { ratio: 1.02, stalledShare: 0.06, stallNs: 5e6, recall: 0.9, launchDeviation: 0.003 }
  const sides = pairsOf(LAUNCHES, world)
  const of = (plan: Partial<ContenderPlan>, side: 'head' | 'base'): MeasuredContender => {
    const contender = measuredContender(plan, [])
    const launches = sides.map((pair, launch) => ({
      ...pair[side],
      group: 0,
      launch,
      audits: [],
      work: null,
    }))
    return { ...contender, launches: launches as unknown as MeasuredContender['launches'] }
  }
  const suite = suiteOf([[of({ caseId: 'base' }, 'base'), of({ caseId: 'head' }, 'head')]])
  const [comparison] = comparisonsOf([suite], 'wall', RULES, 'assumed')
  assert.equal(comparison?.verdict, 'slower')
  const { verdict, ratio } = comparison.asTimed ?? {}
  assert.equal(verdict, 'inconclusive')
  assert.deepEqual(comparison.ratio, comparison.withoutStalls?.ratio)
  assert.ok(ratio && ratio.lower < 1 && comparison.ratio.lower > 1)
  const [quick] = comparisonsOf([suite], 'wall', { ...RULES, quick: true }, 'assumed')
  assert.deepEqual([quick?.verdict, quick?.reason], [null, 'quick'])
  const looks = { first: 5, planned: 16, lagOne: 0 }
  const planned = { ...suite, measured: { ...suite.measured, looks } }
  const [interrupted] = comparisonsOf([planned], 'wall', { ...RULES, earlyEnd: 'interrupted' }, 'assumed')
  assert.deepEqual([interrupted?.ratio.n, interrupted?.asTimed?.ratio.n], [16, 16], 'the last look')
})

test('comparisonsOf leaves the plain verdicts of all pairs as they are without any stalls', () => {
  const stalled = { ratio: 1.02, stalledShare: 0.06, stallNs: 5e6, recall: 0.9, launchDeviation: 0.003 }
  const quiet = { ...stalled, stalledShare: 0, ratio: 1 }
  const groups = [stalled, quiet].map((world, index) => {
    const sides = pairsOf(LAUNCHES, world, index + 1)
    return (['base', 'head'] as const).map(side => {
      const plan = { caseId: `${side}-${index}` }
      const launches = sides.map((pair, launch) => ({ ...pair[side], group: index, launch }))
      return {
        ...measuredContender(plan, []),
        launches: launches as unknown as MeasuredContender['launches'],
      }
    })
  })
  const [first, second] = comparisonsOf([suiteOf(groups)], 'wall', RULES, 'assumed')
  const unwatched = groups.map(group =>
    group.map(one => ({ ...one, launches: one.launches.map(({ stalls: _, ...launch }) => launch) })),
  )
  const plain = comparisonsOf([suiteOf(unwatched)], 'wall', RULES, 'assumed')
  const ofTimes = (comparison: ComparisonRecord) => {
    const { verdict, reason, pValue, adjustedPValue, ratio } = comparison.asTimed ?? comparison
    return { verdict, reason, pValue, adjustedPValue, ratio }
  }
  assert.deepEqual([first, second].flatMap(one => one ?? []).map(ofTimes), plain.map(ofTimes))
  assert.equal(first?.verdict, 'slower')
  assert.equal(second?.asTimed, null)
})

test('comparisonsOf judges the copy of a base without stalls too', () => {
  const world = { stalledShare: 0.06, stallNs: 5e6, recall: 0.95, launchDeviation: 0.003 }
  const copied = pairsOf(LAUNCHES, { ...world, ratio: 1.02 })
  const heads = pairsOf(LAUNCHES, { ...world, ratio: 1.05 }, 2)
  const of = (plan: Partial<ContenderPlan>, sides: readonly ContenderLaunch[]) => {
    const launches = sides.map((side, launch) => ({ ...side, group: 0, launch }))
    const contender = measuredContender({ caseId: 'base', ...plan }, [])
    return { ...contender, launches: launches as unknown as MeasuredContender['launches'] }
  }
  const group = [
    of(
      {},
      copied.map(({ base }) => base),
    ),
    of(
      { isControl: true },
      copied.map(({ head }) => head),
    ),
    of(
      { caseId: 'head' },
      heads.map(({ head }) => head),
    ),
  ]
  const [comparison] = comparisonsOf([suiteOf([group])], 'wall', RULES, 'assumed')
  assert.equal(comparison?.asTimed?.control?.passed, true, 'among stalls the copy looks alike')
  assert.equal(comparison.control?.passed, false)
  assert.deepEqual([comparison.verdict, comparison.reason], ['inconclusive', 'control failed'])
})

test('comparisonsOf keeps the verdict of a look, and says where all launches together do not show it', () => {
  const turned = (later: number, first = 1.3) => {
    const random = createRandom(5)
    const head = measuredContender(
      { caseId: 'head' },
      Array.from({ length: LAUNCHES }, (_, launch) => ({
        ...{ group: 0, launch },
        wallNs: Array.from(
          { length: ROUNDS },
          () => 1000 * (launch < 5 ? first : later) * (1 + 0.001 * random.next()),
        ),
      })),
    )
    const suite = suiteOf([[contenderOf({}, { wall: 1, seed: 1 }), head]])
    const looks = { first: 5, planned: 10, lagOne: 0 }
    return comparisonsOf([{ ...suite, measured: { ...suite.measured, looks } }], 'wall', RULES, 'assumed')[0]
  }
  const stayed = turned(1.3)
  assert.deepEqual([stayed?.verdict, stayed?.look, stayed?.ratio.n, stayed?.warnings], ['slower', 5, 20, []])
  const gone = turned(0.9)
  assert.deepEqual([gone?.verdict, gone?.look], ['slower', 5])
  const differ = [{ code: 'later-launches-differ', look: 5 }]
  assert.deepEqual(gone?.warnings.slice(-1), differ)
  assert.deepEqual([turned(1, 1)?.verdict, turned(1, 1)?.warnings], ['same', []])
  assert.deepEqual([turned(1.1, 1)?.verdict, turned(1.1, 1)?.warnings], ['same', differ])
})

test('comparisonsOf counts comparisons of suites that were not begun', () => {
  const suite = suiteOf([slowerPair()])
  const [alone, among] = [0, 49].map(
    otherRows => comparisonsOf([suite], 'wall', { ...RULES, otherRows }, 'assumed')[0],
  )
  assert.ok(alone?.pValue && among?.pValue === alone.pValue)
  assert.equal(among.adjustedPValue, Math.min(1, 50 * alone.pValue))
})

test('comparisonsOf says of two kinds of launches whether either alone decides the same', () => {
  const [base] = slowerPair()
  assert.ok(base)
  const looks = { first: 5, planned: 10, lagOne: 0 }
  const warned = (slow: number, fast: number) => {
    const head = {
      ...contenderOf({ caseId: 'head' }, { wall: 1, seed: 3 }),
      launches: base.launches.slice(0, 12).map((launch, index) => ({
        ...launch,
        wallNs: launch.wallNs.map(ns => (index < 6 ? slow : fast) * ns * (1 + 1e-4 * (index % 3))),
      })),
    }
    const suite = suiteOf([[base, head]])
    return comparisonsOf([{ ...suite, measured: { ...suite.measured, looks } }], 'wall', RULES, 'assumed')[0]
  }
  const both = warned(1.3, 1.1)
  assert.deepEqual([both?.verdict, both?.warnings], ['slower', [{ code: 'two-kinds' }]])
  const one = warned(1.3, 1)
  assert.deepEqual([one?.verdict, one?.warnings], ['slower', [{ code: 'kinds-disagree' }]])
})

test('comparisonsOf keeps what a look found of a side that was lost later', () => {
  const [base, head] = slowerPair()
  assert.ok(base && head)
  const lost = { ...head, lost: new LaunchError('crashed', 'fell over') }
  const suite = suiteOf([[base, lost]])
  const looks = { first: 5, planned: 10, lagOne: 0 }
  const [kept] = comparisonsOf(
    [{ ...suite, measured: { ...suite.measured, looks } }],
    'wall',
    RULES,
    'assumed',
  )
  assert.deepEqual([kept?.verdict, kept?.look], ['slower', 5])
  const [once] = comparisonsOf([suite], 'wall', RULES, 'assumed')
  assert.deepEqual([once?.verdict, once?.reason], ['inconclusive', 'lost: crashed'])
})
