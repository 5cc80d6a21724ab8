import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type CombinationRecord,
  combinationText,
  type LaunchRecord,
  type RunRecord,
  validateRecord,
} from '@steelyard/record'
import { type SessionPlan, sessionSample } from '@steelyard/record/fixtures/session-sample'
import { decide, mean, ratioFromLogs, standardDeviation } from '@steelyard/stats'
import { combineRecords } from './combine-records.ts'
import { contributionOf } from './contribution.ts'
import { withoutCopies } from './copies.ts'
import { machineDifferences } from './machine-differences.ts'

function combine(records: readonly RunRecord[], threshold?: number): CombinationRecord {
  const contributions = records.map((record, index) => contributionOf(record, `${index}.json`))
  const combination = combineRecords(contributions, threshold)
  combinationText(combination)
  return combination
}

/** A machine with one session a day at each of these log ratios of one case. */
function machine(cpuId: string, centers: readonly number[], rest: Partial<SessionPlan> = {}): RunRecord[] {
  return centers.map((effect, day) =>
    sessionSample({
      cpuId,
      installationId: installationOf(cpuId),
      hour: 24 * day,
      effects: { 'arrow-2': effect },
      ...rest,
    }),
  )
}

function installationOf(name: string): string {
  return `00000000-0000-4000-8000-${Buffer.from(name).toString('hex').padStart(12, '0')}`
}

function conclusionOf({ comparisons }: CombinationRecord): string {
  const [first] = comparisons
  const { kind, direction, reason } = first?.conclusion ?? {}
  return [kind, direction, reason].filter(part => part !== undefined).join(', ')
}

test('the sample is a record, and its ratio follows from its samples', () => {
  const [record] = machine('a', [-0.1])
  assert.ok(record)
  validateRecord(record)
  const [measurement] = contributionOf(record, 'a').measurements
  assert.equal(measurement?.fault, null)
  assert.ok(
    Math.abs(
      (ratioFromLogs(measurement?.logRatios ?? [])?.value ?? 0) - (record.comparisons[0]?.ratio.value ?? 1),
    ) < 1e-9,
  )
})

test('combineRecords: faster on one CPU and slower on another depends on the machine', () => {
  const combination = combine([...machine('zen 4', [0.095, 0.099]), ...machine('zen 5', [-0.27, -0.275])])
  assert.equal(conclusionOf(combination), 'depends')
  const [{ conclusion, machines, tau, prediction, combined } = assert.fail()] = combination.comparisons
  assert.deepEqual(conclusion.faster, [{ cpuId: 'zen 5', installation: installationOf('zen 5') }])
  assert.deepEqual(
    machines.map(({ cpuId, sessions }) => [cpuId, sessions.map(({ records }) => records.length)]),
    [
      ['zen 4', [1, 1]],
      ['zen 5', [1, 1]],
    ],
  )
  assert.ok(tau !== null && tau.lower > 0.01)
  assert.equal(prediction, null)
  assert.ok(combined !== null && combined.lower < 1 && combined.upper > 1)
})

test('combineRecords: five CPUs that agree say more, and of those not measured too', () => {
  const names = ['a', 'b', 'c', 'd', 'e']
  const combination = combine(names.flatMap(name => machine(name, [-0.1, -0.102])))
  assert.equal(conclusionOf(combination), 'same direction, faster')
  const [{ conclusion, unseen, prediction, combined } = assert.fail()] = combination.comparisons
  assert.deepEqual([conclusion.machines, conclusion.cpus, conclusion.sizeDiffers], [5, 5, false])
  assert.deepEqual(unseen, { direction: 'faster', reach: 'nearly all' })
  assert.ok(prediction?.isApproximate && prediction.lower > 0.88 && prediction.upper < 0.93)
  assert.ok(combined !== null && Math.abs(Math.log(combined.value) + 0.101) < 0.005)
})

test('combineRecords: records of one machine within two hours are one session', () => {
  const near = [0, 1.99].map(hour =>
    sessionSample({ hour, effects: { 'arrow-2': -0.1 }, installationId: installationOf('one') }),
  )
  assert.equal(conclusionOf(combine(near)), 'not separable from the hour')
  const [session] = combine(near).comparisons[0]?.machines[0]?.sessions ?? []
  assert.deepEqual([session?.records.length, session?.ratio?.n], [2, 24])
  const apart = [0, 2].map(hour =>
    sessionSample({ hour, effects: { 'arrow-2': -0.1 }, installationId: installationOf('one') }),
  )
  assert.equal(conclusionOf(combine(apart)), 'same direction, faster')
})

test('combineRecords: a record without a CPU or an installation is neither a machine nor a session', () => {
  const known = machine('a', [-0.1, -0.101])
  const alone = combine(known)
  for (const lacking of [{ cpuId: null }, { installationId: null }]) {
    const unknown = sessionSample({ hour: 48, effects: { 'arrow-2': 0.3 }, cpuId: 'a', ...lacking })
    const combination = combine([...known, unknown])
    assert.deepEqual(combination.comparisons, alone.comparisons)
    assert.deepEqual(combination.machines, alone.machines)
    assert.deepEqual(
      combination.records.map(({ use }) => use),
      ['used', 'used', 'unidentified'],
    )
    assert.throws(
      () => combine([...known.slice(0, 1), unknown]),
      /fewer than two records: 2 records were given, of which one lacks an id of its machine/,
    )
  }
})

test('combineRecords: records without a machine do not make others less sure', () => {
  const known = machine('a', [-0.02, -0.0205], { effects: { 'arrow-2': -0.05 } })
  const alone = combine(known).comparisons[0]?.adjustedPValues.sameDirection
  const unknown = machine('a', [0, 0]).map((record, index) => ({
    ...sessionSample({ hour: 24 * index, cpuId: null, effects: { other: 0.1 }, noise: 0.02 }),
    id: `unknown ${index}`,
    seed: record.seed,
  }))
  const both = combine([...known, ...unknown])
  assert.equal(both.comparisons.length, 1)
  assert.equal(both.comparisons[0]?.adjustedPValues.sameDirection, alone)
})

test('combineRecords counts the same measurement once, under whatever name or id', () => {
  const [first, second] = machine('a', [-0.1, -0.102]) as [RunRecord, RunRecord]
  const once = combine([first, second])
  const again = combine([
    first,
    second,
    second,
    { ...first, id: 'other', startedAt: '2026-12-01T00:00:00.000Z' },
  ])
  assert.deepEqual(again.comparisons, once.comparisons)
  assert.equal(again.records.filter(({ use }) => use === 'copy').length, 2)
  const early = { ...first, id: 'other', startedAt: '2026-11-21T10:00:00.000Z' }
  assert.deepEqual(
    combine([second, early, first]).records.map(({ startedAt, use }) => [startedAt.slice(8, 13), use]),
    [
      ['21T09', 'used'],
      ['21T10', 'copy'],
      ['22T09', 'used'],
    ],
  )
  assert.throws(
    () => combine([first, first]),
    /fewer than two records: 2 records were given, of which one is a copy/,
  )
  assert.throws(
    () => combine([first, { ...second, id: first.id }]),
    /0\.json and 1\.json: they have the same id and different samples/,
  )
})

test('combineRecords: the order of the records changes nothing', () => {
  const records = [...machine('a', [-0.1, -0.103]), ...machine('b', [-0.08, -0.083])]
  const { records: sources, ...one } = combine(records)
  const { records: others, ...other } = combine(records.toReversed())
  assert.deepEqual(one, other)
  assert.deepEqual(
    sources.map(({ id }) => id),
    others.map(({ id }) => id),
  )
})

const FAULTS: readonly (readonly [string, (record: RunRecord) => RunRecord])[] = [
  ['interrupted', record => ({ ...record, status: 'partial' })],
  ['preview', record => withComparison(record, { verdict: null, reason: 'quick' })],
  [
    'control failed',
    record => withComparison(record, { control: { ratio: null, pValue: 0.001, passed: false } }),
  ],
  ['lost', record => withComparison(record, { reason: 'lost: crashed' })],
  ['drifting', record => withState(record, 'drifting', 7)],
  ['never steady', record => withState(record, 'never steady', 3)],
  [
    'not its samples',
    record => withComparison(record, { ratio: { value: 0.5, lower: 0.4, upper: 0.6, level: 0.95, n: 12 } }),
  ],
  [
    'not its samples',
    record => ({
      ...record,
      results: record.results.map(result => ({ ...result, launches: result.launches.slice(1) })),
    }),
  ],
  [
    'not its samples',
    record => ({
      ...record,
      results: record.results.map((result, side) => ({
        ...result,
        launches: result.launches.map((launch, index) =>
          index === 0 ? { ...launch, wallNs: launch.wallNs.map(() => (side === 0 ? 1e-300 : 1e17)) } : launch,
        ),
      })),
    }),
  ],
]

function withComparison(record: RunRecord, change: object): RunRecord {
  return { ...record, comparisons: record.comparisons.map(each => ({ ...each, ...change })) }
}

function withState(record: RunRecord, state: 'drifting' | 'never steady', launches: number): RunRecord {
  return {
    ...record,
    results: record.results.map(result => ({
      ...result,
      launches: result.launches.map((launch, index) =>
        index < launches ? { ...launch, warmup: { ...launch.warmup, state } } : launch,
      ),
    })),
  }
}

for (const [fault, broken] of FAULTS) {
  test(`combineRecords shows a session and does not use it: ${fault}`, () => {
    const records = [...machine('a', [-0.1, -0.101]), ...machine('b', [-0.1, -0.101])]
    const bad = machine('c', [0.5, 0.51]).map(broken)
    const combination = combine([...records, ...bad])
    const [{ machines, conclusion, unseen } = assert.fail()] = combination.comparisons
    assert.deepEqual(
      machines.map(({ isUsed }) => isUsed),
      [true, true, false],
    )
    assert.deepEqual(
      machines[2]?.sessions.map(({ leftOut }) => leftOut),
      [fault, fault],
    )
    assert.deepEqual([conclusion.kind, conclusion.machines], ['same direction', 2])
    assert.equal(unseen, null)
  })
}

test('combineRecords joins no usable record of an hour with one that is not', () => {
  const [first, second] = machine('a', [-0.1, -0.101]) as [RunRecord, RunRecord]
  const preview = withComparison(
    sessionSample({ cpuId: 'a', installationId: installationOf('a'), hour: 1, effects: { 'arrow-2': 0.5 } }),
    { verdict: null, reason: 'quick' },
  )
  const [{ machines } = assert.fail()] = combine([first, preview, second]).comparisons
  assert.deepEqual(
    machines[0]?.sessions.map(({ records, ratio, leftOut }) => [records.length, ratio?.n, leftOut]),
    [
      [1, 12, null],
      [1, 12, 'preview'],
      [1, 12, null],
    ],
  )
})

test('combineRecords takes no copy of a base and no other timer for a side', () => {
  const records = machine('a', [-0.1, -0.101]).map(record => {
    const others = record.results.flatMap((result): RunRecord['results'][number][] => {
      const launches = result.launches.map(launch => ({ ...launch, wallNs: launch.wallNs.map(ns => 3 * ns) }))
      return [
        { ...result, launches, control: true },
        { ...result, launches, timer: 'mitata' },
      ]
    })
    const [base, head] = record.results as [RunRecord['results'][number], RunRecord['results'][number]]
    // What lacks one of the names of a side is another contender.
    const unlike = [{ suite: 'x' }, { case: 'x' }, { target: 'x' }, { params: { size: 7 } }].flatMap(names =>
      [base, head].map(side => ({ ...side, ...names, launches: others[0]?.launches ?? [] })),
    )
    return { ...record, results: [...others.slice(0, 2), ...unlike, ...record.results] }
  })
  assert.equal(conclusionOf(combine(records)), 'same direction, faster')
})

test('combineRecords tells of each kernel of a machine that had several', () => {
  const [first, second] = machine('a', [0, 0.001]) as [RunRecord, RunRecord]
  const updated = { ...second, environment: { ...second.environment, kernel: '7.0' } }
  const { differences } = combine([first, updated, ...machine('b', [0, 0.001])])
  assert.deepEqual(differences, [
    {
      fact: 'kernel',
      values: [
        { value: '6.18.0', machines: [0, 1] },
        { value: '7.0', machines: [0] },
      ],
    },
  ])
})

test('combineRecords: a few drifting launches, a wide interval or no verdict leave a session in', () => {
  const records = machine('a', [-0.1, -0.101]).map(record => withState(record, 'drifting', 6))
  assert.equal(conclusionOf(combine(records)), 'same direction, faster')
})

const ENDED = { code: 'lost', failure: 'crashed', message: 'ended by SIGSEGV' }

test('combineRecords does not forget a machine on which a side failed', () => {
  const names = ['a', 'b', 'c', 'd', 'e']
  const sound = names.flatMap(name => machine(name, [-0.1, -0.102]))
  assert.notEqual(combine(sound).comparisons[0]?.unseen, null)
  const [record] = machine('f', [0])
  assert.ok(record)
  const failed: RunRecord = {
    ...record,
    comparisons: [],
    results: record.results.map((result, index) =>
      index === 1 ? { ...result, status: 'crashed', error: ENDED, launches: [] } : result,
    ),
  }
  const [{ machines, unseen, conclusion } = assert.fail()] = combine([...sound, failed]).comparisons
  assert.equal(unseen, null)
  assert.equal(conclusion.machines, 5)
  assert.match(machines[5]?.failures[0]?.error ?? '', /arrow-2 on node@26.10.0 --no-opt: ended by SIGSEGV/)
  const { mean, ratio, pValue, isUsed } = machines[5] ?? assert.fail()
  assert.deepEqual([mean, ratio, pValue, isUsed], [null, null, null, false])
  // What failed elsewhere says nothing of this comparison.
  const { environment, steelyard, suites } = failed
  for (const change of [
    ...[{ suite: 'x' }, { params: { size: 7 } }, { target: 'x' }, { case: 'x' }].map(names => ({
      results: failed.results.map(result => ({ ...result, ...names })),
    })),
    { environment: { ...environment, affinity: 'all' as const } },
    { steelyard: { ...steelyard, estimator: 7 } },
    { suites: suites.map(suite => ({ ...suite, codeSha256: '5d'.repeat(32) })) },
  ]) {
    const [elsewhere] = combine([...sound, { ...failed, ...change }]).comparisons
    assert.equal(elsewhere?.machines.length, 5, JSON.stringify(Object.keys(change)))
  }
  // A machine that was measured did not fail, whatever another timer met there.
  const met = sound.map(one => ({
    ...one,
    results: [
      ...one.results,
      ...one.results.map(result => ({ ...result, timer: 'mitata' as const, status: 'crashed' as const })),
    ],
  }))
  const [measured] = combine(met).comparisons
  assert.ok(measured?.machines.every(({ failures }) => failures.length === 0))
})

const UNLIKE: readonly (readonly [string, (record: RunRecord) => RunRecord])[] = [
  [
    'code',
    record => ({
      ...record,
      suites: record.suites.map(suite => ({ ...suite, codeSha256: '5d'.repeat(32) })),
    }),
  ],
  ['estimator', record => ({ ...record, steelyard: { ...record.steelyard, estimator: 2 } })],
  ['windowNs', record => ({ ...record, results: record.results.map(each => ({ ...each, windowNs: 80e6 })) })],
  ['affinity', record => ({ ...record, environment: { ...record.environment, affinity: 'all' } })],
  [
    'builds',
    record => ({
      ...record,
      targets: record.targets.map(target => ({ ...target, engine: { name: 'v8', version: '15.0' } })),
    }),
  ],
  [
    'builds',
    record => ({
      ...record,
      targets: record.targets.map(target => ({
        ...target,
        binary: { elf: null, source: 'path', sha256: (record.id.includes('"b"') ? 'c' : 'd').repeat(64) },
      })),
    }),
  ],
]

for (const [field, change] of UNLIKE) {
  test(`combineRecords keeps apart what has the same name and another ${field}`, () => {
    const combination = combine([...machine('a', [-0.1, -0.101]), ...machine('b', [0.2, 0.21]).map(change)])
    assert.deepEqual(
      combination.comparisons.map(({ machines }) => machines.map(({ cpuId }) => cpuId)),
      [['a'], ['b']],
    )
    assert.deepEqual(
      combination.apart.map(({ by }) => by),
      [[field]],
    )
  })
}

test('combineRecords: builds of a release may differ by platform', () => {
  const records = [...machine('a', [-0.1, -0.101]), ...machine('b', [-0.1, -0.101])].map((record, index) => ({
    ...record,
    targets: record.targets.map(target => ({
      ...target,
      binary: { elf: null, source: 'npm' as const, sha256: `${index}`.repeat(64) },
    })),
  }))
  const combination = combine(records)
  assert.deepEqual(combination.apart, [])
  assert.equal(combination.comparisons[0]?.conclusion.machines, 2)
})

test('combineRecords: flags on two CPUs are a combination like any other, each flag by itself', () => {
  const flags = ['--max-semi-space-size=64']
  const records = [
    ...machine('a', [-0.1, -0.101], { flags }),
    ...machine('b', [0.1, 0.101], { flags }),
    ...machine('a', [0, 0.0001], { noise: 0.001 }),
  ]
  const { comparisons } = combine(records)
  assert.deepEqual(
    comparisons.map(({ head, conclusion, machines }) => [head.flags, conclusion.kind, machines.length]),
    [
      [flags, 'depends', 2],
      [['--no-opt'], 'same', 1],
    ],
  )
})

test('combineRecords tells which comparisons one record alone has, and of what there is none', () => {
  const both = sessionSample({
    hour: 24,
    effects: { 'arrow-2': -0.1, parse: 0 },
    installationId: 'of a',
    cpuId: 'a',
  })
  const { alone, comparisons } = combine([...machine('a', [-0.1]), both])
  assert.deepEqual(
    alone.map(each => each.case),
    ['parse'],
  )
  assert.equal(comparisons.length, 1)
  const other = sessionSample({ hour: 24, effects: { parse: 0 } })
  assert.throws(
    () => combine([...machine('a', [0]), other]),
    /no comparison is in two of them\. They have json-reviver/,
  )
  assert.throws(() => combine(machine('a', [0])), /fewer than two records: 1 record was given/)
  assert.throws(() => combine([]), /fewer than two records: 0 records were given/)
  const unpaired = machine('a', [0, 0]).map(record => withComparison(record, { paired: false }))
  assert.throws(() => combine(unpaired), /none has a ratio of contenders that shared launches/)
})

test('combineRecords takes the threshold of the records, and asks where they differ', () => {
  const records = machine('a', [-0.1, -0.101])
  assert.equal(combine(records).rules.threshold, 0.01)
  assert.equal(combine(records, 0.2).rules.threshold, 0.2)
  assert.equal(conclusionOf(combine(records, 0.2)), 'same')
  const [first, second] = records as [RunRecord, RunRecord]
  const mixed = [first, withComparison(second, { threshold: 0.02 })]
  assert.throws(() => combine(mixed), /judged by 1 % and 2 %\. Give --threshold/)
  const three = machine('a', [0, 0, 0]).map((record, index) =>
    withComparison(record, { threshold: [0.05, 0.01, 0.02][index] }),
  )
  assert.throws(() => combine(three), /judged by 1 % and 2 % and 5 %/)
  assert.equal(combine(mixed, 0.01).comparisons.length, 1)
})

test('combineRecords tells in what machines differ, and of flags those that not all have', () => {
  const records = [
    ...machine('a', [0, 0.001]),
    ...machine('b', [0, 0.001], {
      environment: {
        microcode: '0x2',
        cpuFlags: ['avx2', 'fma'],
        cLibrary: { name: 'musl', version: '1.2' },
      },
    }),
  ]
  const { differences } = combine(records)
  assert.deepEqual(
    differences.map(({ fact, values }) => [
      fact,
      ...values.map(({ value, machines }) => [value, ...machines]),
    ]),
    [
      ['microcode', ['0x1000065', 0], ['0x2', 1]],
      ['cLibrary', ['glibc 2.36', 0], ['musl 1.2', 1]],
      ['cpuFlags', ['avx512f fsrm', 0], ['none of the others', 1]],
    ],
  )
  assert.deepEqual(combine(machine('a', [0, 0.001])).differences, [])
})

test('combineRecords leaves no false conclusion on machines whose hours differ by more than the effect', () => {
  // Sessions of a machine lie 3 % apart around no effect: one of each, or two, must not look like a difference.
  const wobble = [0.03, -0.03, -0.03, 0.03, 0.03, -0.03]
  const records = ['a', 'b', 'c'].flatMap((name, index) =>
    machine(name, wobble.slice(2 * index, 2 * index + 2), { noise: 0.001 }),
  )
  assert.match(conclusionOf(combine(records)), /^inconclusive/)
  assert.equal(
    conclusionOf(combine(records.filter((_, index) => index % 2 === 0))),
    'not separable from the hour',
  )
})

test('combineRecords names the machines of its records, and where each record is from', () => {
  const combination = combine(machine('a', [-0.1, -0.101]))
  assert.deepEqual(
    combination.machines.map(({ cpuId, installation, records }) => [cpuId, installation, records]),
    [['a', installationOf('a'), 2]],
  )
  assert.deepEqual(
    combination.records.map(({ file, cpuId, installationId, use }) => [file, cpuId, installationId, use]),
    ['0.json', '1.json'].map(file => [file, 'a', installationOf('a'), 'used']),
  )
})

test('combineRecords keeps comparisons apart that differ in what must be equal, and says in what', () => {
  const [one, other] = machine('a', [-0.1, -0.1]).map((record, index) =>
    contributionOf(record, `${index}.json`),
  )
  assert.ok(one && other)
  for (const field of ['code', 'estimator', 'affinity', 'builds', 'load', 'windowNs'] as const) {
    const measurements = other.measurements.map(each => ({
      ...each,
      likeness: { ...each.likeness, [field]: 'another' as never },
    }))
    const { apart, comparisons } = combineRecords([one, { ...other, measurements }])
    assert.deepEqual(
      apart.map(({ by }) => by),
      [[field]],
    )
    assert.equal(comparisons.length, 2)
  }
})

/** Contributions of a machine whose launches have these log ratios. */
function withLogRatios(...lists: readonly (readonly number[])[]) {
  return lists.map((logRatios, hour) => {
    const contribution = contributionOf(sessionSample({ hour, effects: { c: 0 } }), `${hour}`)
    return { ...contribution, measurements: contribution.measurements.map(each => ({ ...each, logRatios })) }
  })
}

test('withoutCopies takes equal samples for a copy, unless a coarse clock shows few values', () => {
  const copiesIn = (...lists: readonly (readonly number[])[]) =>
    withoutCopies(withLogRatios(...lists)).copies.map(({ file }) => file)
  assert.deepEqual(copiesIn([0, 1, 2], [0, 1, 2], [0, 1, 3]), ['1'])
  assert.deepEqual(copiesIn([0, 1, 0], [0, 1, 0]), [])
  const [one, other] = withLogRatios([0, 1, 2], [0, 1, 3])
  assert.ok(one && other)
  const empty = { ...other, measurements: [] }
  assert.deepEqual(withoutCopies([one, empty]).copies, [])
  const { contributions } = withoutCopies([
    one,
    { ...other, measurements: [...other.measurements, ...one.measurements] },
  ])
  assert.deepEqual(
    contributions.map(({ measurements }) => measurements.map(({ logRatios }) => logRatios)),
    [[[0, 1, 2]], [[0, 1, 3]]],
  )
})

test('combineRecords says what a record was used for, and which CPU a machine had last', () => {
  const records = machine('a', [0, 0.001, 0.002, 0.003]).map((record, index) => ({
    ...record,
    environment: { ...record.environment, cpuModel: `model ${index}` },
  }))
  const given = records.map((record, index) => {
    const contribution = contributionOf(record, `${index}.json`)
    if (index === 2) return { ...contribution, isForeign: true, measurements: [] }
    return index === 3 ? { ...contribution, measurements: [] } : contribution
  })
  const { records: sources, machines } = combineRecords(given)
  assert.deepEqual(
    sources.map(({ use }) => use),
    ['used', 'used', 'foreign', 'not paired'],
  )
  assert.deepEqual(
    machines.map(({ cpuModel, records: count }) => [cpuModel, count]),
    [['model 1', 2]],
  )
})

test('contributionOf says for what a record was made', () => {
  const [record] = machine('a', [0]) as [RunRecord]
  const flagsOf = (change: object) => {
    const { isForeign, isEvidence, isStoppedOnWidth } = contributionOf({ ...record, ...change }, 'a')
    return [isForeign, isEvidence, isStoppedOnWidth]
  }
  assert.deepEqual(flagsOf({}), [false, false, false])
  assert.deepEqual(flagsOf({ compared: null }), [false, false, false])
  assert.deepEqual(flagsOf({ compared: { ...record.compared, evidence: true } }), [false, true, false])
  assert.deepEqual(flagsOf({ foreign: {} }), [true, false, false])
  assert.deepEqual(flagsOf({ fleet: { request: 'r', untilWidth: null } }), [false, false, false])
  assert.deepEqual(flagsOf({ fleet: { request: 'r', untilWidth: 0.01 } }), [false, false, true])
})

test('contributionOf has a comparison once, and none without both of its sides', () => {
  const [record] = machine('a', [0]) as [RunRecord]
  const [comparison] = record.comparisons
  assert.ok(comparison)
  const measured = (change: object) => contributionOf({ ...record, ...change }, 'a').measurements
  const twice = measured({ comparisons: [comparison, { ...comparison, threshold: 0.5 }] })
  assert.deepEqual(
    twice.map(({ threshold }) => threshold),
    [0.01],
  )
  assert.equal(measured({ comparisons: [comparison, { ...comparison, metric: 'cpu' }] }).length, 2)
  for (const lacking of [
    { targets: record.targets.slice(0, 1) },
    { targets: record.targets.slice(1) },
    { results: record.results.slice(0, 1) },
    { results: record.results.slice(1) },
  ]) {
    assert.deepEqual(measured(lacking), [])
  }
  const [base, head] = record.results
  assert.ok(base && head)
  const shared = measured({ results: [{ ...base, launches: base.launches.slice(1) }, head] })
  assert.equal(shared[0]?.logRatios.length, 11)
  const groups = head.launches.map(launch => ({ ...launch, group: launch.launch % 2 }))
  assert.equal(measured({ results: [base, { ...head, launches: groups }] })[0]?.logRatios.length, 6)
})

test('contributionOf reads the clock of the comparison', () => {
  const [record] = machine('a', [0], { noise: 0 }) as [RunRecord]
  const [base, head] = record.results
  assert.ok(base && head)
  const launches = head.launches.map(launch => ({ ...launch, cpuNs: launch.wallNs.map(ns => 2 * ns) }))
  const onCpu = withComparison({ ...record, results: [base, { ...head, launches }] }, { metric: 'cpu' })
  assert.ok(
    contributionOf(onCpu, 'a').measurements[0]?.logRatios.every(log => Math.abs(log - Math.log(2)) < 1e-9),
  )
  const unread = head.launches.map(launch => ({ ...launch, cpuNs: null }))
  const blind = withComparison(
    { ...record, results: [base, { ...head, launches: unread }] },
    { metric: 'cpu' },
  )
  assert.deepEqual(contributionOf(blind, 'a').measurements[0]?.logRatios, [])
})

test('contributionOf counts the launches before the first look where a group may end on its verdicts, else all', () => {
  const [record] = machine('a', [-0.1]) as [RunRecord]
  const counted = (first: number, planned: number, stop: string) => {
    const change = { lookPlan: { first, planned, lagOne: 0 }, stop }
    return contributionOf(withComparison(record, change), 'a').measurements[0]?.logRatios.length
  }
  assert.deepEqual([counted(5, 12, 'decided'), counted(5, 12, 'launches'), counted(5, 13, 'time')], [5, 5, 5])
  assert.deepEqual([counted(5, 12, 'precise'), counted(12, 12, 'decided')], [12, 12])
  // Only with a precision does a group that has its planned launches go on until the time is up.
  assert.equal(counted(5, 12, 'time'), 12)
  // Before the planned launches, a group that is precise ended on its verdicts.
  assert.equal(counted(5, 13, 'precise'), 5)
  // With a precision there are more than planned; void ones are made again in any run.
  assert.equal(counted(5, 10, 'time'), 12)
  const twoGroups = record.results.map(result => ({
    ...result,
    launches: result.launches.map((launch, index) => ({ ...launch, group: index % 2 })),
  }))
  const ended = { lookPlan: { first: 5, planned: 10, lagOne: 0 }, stop: 'decided' }
  const [companions] = contributionOf(
    withComparison({ ...record, results: twoGroups }, ended),
    'a',
  ).measurements
  assert.equal(companions?.logRatios.length, 5)
  const stalls: LaunchRecord['stalls'] = {
    ...{ meter: 'fifo', periodNs: 1e6, ordinaryNs: 15e3, thresholdNs: 90e3, void: true },
    ...{ claimedNs: [], counts: [], cpuClaimedNs: [] },
  }
  const results = record.results.map(result => ({
    ...result,
    launches: result.launches.map((launch, index) => (index < 2 ? { ...launch, stalls } : launch)),
  }))
  const change = { lookPlan: { first: 5, planned: 10, lagOne: 0 }, stop: 'launches' }
  const [stalled] = contributionOf(withComparison({ ...record, results }, change), 'a').measurements
  assert.equal(stalled?.logRatios.length, 5)
})

test('sessions that end on their verdicts have the true ratio in the mean', () => {
  const SESSIONS = 400
  const TRUE_LOG = 0.05
  const looks = { first: 5, planned: 10, lagOne: 0 }
  const rules = { threshold: 0.01, biasAllowance: 0.002, minimumLaunches: 5, quick: false, looks }
  const ended = Array.from({ length: SESSIONS }, (_, hour) => {
    const whole = sessionSample({ hour, effects: { 'arrow-2': TRUE_LOG }, launches: 10, noise: 0.1 })
    const logs = contributionOf(whole, 'a').measurements[0]?.logRatios ?? []
    const isDecided = (launches: number) => {
      const candidate = { logRatios: logs.slice(0, launches), medianLogRatios: [], driftingShare: 0 }
      return decide([candidate], rules)[0]?.verdict === 'slower'
    }
    const launches = [5, 6, 8].find(isDecided) ?? 10
    const results = whole.results.map(result => ({ ...result, launches: result.launches.slice(0, launches) }))
    const ratio = {
      ...whole.comparisons[0]?.ratio,
      value: Math.exp(mean(logs.slice(0, launches))),
      n: launches,
    }
    const stop = isDecided(launches) ? 'decided' : 'launches'
    return withComparison({ ...whole, results }, { lookPlan: looks, stop, ratio })
  })
  const measured = ended.flatMap(record => contributionOf(record, 'a').measurements)
  assert.deepEqual(new Set(measured.map(({ fault }) => fault)), new Set([null]))
  const early = ended.filter(({ comparisons }) => comparisons[0]?.stop === 'decided').length
  assert.ok(early > SESSIONS / 4 && early < (3 * SESSIONS) / 4, String(early))
  const means = measured.map(({ logRatios }) => mean(logRatios))
  const error = standardDeviation(means) / Math.sqrt(SESSIONS)
  assert.ok(Math.abs(mean(means) - TRUE_LOG) < 4 * error && error < 0.001, `${mean(means)} ± ${error}`)
})

test('contributionOf finds why the numbers of a record may not be used', () => {
  const [record] = machine('a', [-0.1]) as [RunRecord]
  const faultOf = (change: object, bound: readonly boolean[] = []) =>
    contributionOf(
      withComparison(
        {
          ...record,
          results: record.results.map((result, side) =>
            bound.length === 0 ? result : { ...result, server: serverWith(bound[side] ?? false) },
          ),
        },
        change,
      ),
      'a',
    ).measurements[0]?.fault
  assert.deepEqual(
    [
      ...[{}, { reason: 'interrupted' }, { reason: 'quick' }, { reason: 'control failed' }],
      ...[{ control: { passed: false } }, { control: { passed: true } }, { reason: 'clocks disagree' }],
      ...[{ reason: 'part of a search' }, { reason: 'lost: timeout' }],
    ].map(change => faultOf(change)),
    [
      ...[null, 'interrupted', 'preview', 'control failed'],
      ...['control failed', null, 'clocks disagree'],
      ...['part of a search', 'lost'],
    ],
  )
  const stated = { ratio: { value: 0.5, n: 3 }, reason: 'stalls unlike' }
  const asTimed = { ...record.comparisons[0], reason: null }
  assert.equal(faultOf({ ...stated, asTimed }), null, 'what it reads is the ratio as timed')
  assert.equal(faultOf(stated), 'not its samples')
  assert.equal(faultOf({ asTimed: { ...asTimed, reason: 'control failed' } }), 'control failed')
  const sides = [
    [true, false],
    [false, true],
    [false, false],
  ]
  assert.deepEqual(
    sides.map(bound => faultOf({}, bound)),
    ['generator-bound', 'generator-bound', null],
  )
  assert.equal(faultOf({ metric: 'cpu' }, [true, true]), null)
})

function serverWith(isBound: boolean) {
  const configuration = { delivery: 'whole', bodyBytes: isBound ? 5 : 6 }
  return { listener: 'Bun.serve', load: { kind: 'heavy' }, configuration, generator: { isBound } } as never
}

test('contributionOf has what must be equal for two comparisons to be of one thing', () => {
  const [record] = machine('a', [0]) as [RunRecord]
  const measured = (target: object, result: object = {}) =>
    contributionOf(
      {
        ...record,
        targets: record.targets.map(each => ({ ...each, ...target })),
        results: record.results.map(each => ({ ...each, ...result })),
      },
      'a',
    ).measurements[0]
  const engine = { name: 'v8', version: '15' }
  const bare = { version: '26', engine, environment: {}, compatibilityDate: null }
  const npm = { elf: null, source: 'npm', sha256: 'aa' }
  const local = { ...npm, source: 'path' }
  const builds = (target: object) => measured({ ...bare, binary: npm, ...target })?.likeness.builds
  const id = record.targets[0]?.id
  for (const [target, rest] of [
    [{}, ''],
    [{ environment: { B: '2', A: '1' } }, ' A=1 B=2'],
    [{ environment: { A: '1', B: '2' } }, ' A=1 B=2'],
    [{ compatibilityDate: '2026-01-01' }, ' 2026-01-01'],
    [{ binary: local }, ' aa'],
    [{ binary: { ...local, sha256: null } }, ' unknown'],
  ] as const) {
    assert.deepEqual(builds(target), [`${id} 26 v8 15${rest}`, `${id} --no-opt 26 v8 15 --no-opt${rest}`])
  }
  assert.equal(measured({})?.likeness.code, '4c'.repeat(32))
  assert.equal(measured({})?.likeness.load, null)
  // How long an answer is may differ.
  const load = measured({}, { server: serverWith(true) })?.likeness.load
  assert.equal(load, measured({}, { server: serverWith(false) })?.likeness.load)
  assert.equal(load, '["Bun.serve",{"kind":"heavy"},{"delivery":"whole"}]')
  const start = { listener: 'Bun.serve', bundle: { sha256: 'bb', bytes: 3 }, pageCache: 'warm' }
  assert.equal(measured({}, { start: start as never })?.likeness.load, '["Bun.serve","bb","warm"]')
  const suites = record.suites.map(suite => ({ ...suite, name: 'x' }))
  assert.equal(contributionOf({ ...record, suites }, 'a').measurements[0]?.likeness.code, null)
})

test('contributionOf keeps what failed, and neither what cannot run nor copies of a base', () => {
  const [record] = machine('a', [0]) as [RunRecord]
  const [result] = record.results
  assert.ok(result)
  const failures = (change: object) =>
    contributionOf({ ...record, results: [{ ...result, ...change }] }, 'a').failures
  const { suite, case: caseId, params, target } = result
  const failed = { suite, case: caseId, params, target, code: '4c'.repeat(32) }
  assert.deepEqual(failures({ status: 'crashed', error: ENDED }), [{ ...failed, error: 'ended by SIGSEGV.' }])
  assert.deepEqual(failures({ status: 'timeout', error: null }), [{ ...failed, error: 'timeout' }])
  for (const none of [{ status: 'ok' }, { status: 'unsupported' }, { status: 'crashed', control: true }])
    assert.deepEqual(failures(none), [])
})

test('machineDifferences has each fact in words, and none that only one machine reports', () => {
  const [record] = machine('a', [0]) as [RunRecord]
  const caches = [{ level: 1, type: 'data', bytes: 32_768 }] as const
  const facts: readonly (readonly [fact: string, one: unknown, other: unknown, texts: readonly string[]])[] =
    [
      ['cpuModel', 'A', 'B', ['A', 'B']],
      [
        'cpu',
        { vendor: null, family: 26, model: 2, stepping: 1 },
        { vendor: null, family: null, model: null, stepping: null },
        ['family 26, model 2, stepping 1', 'family ?, model ?, stepping ?'],
      ],
      ['caches', caches, [...caches, ...caches], ['L1 data 32.0 KiB', 'L1 data 32.0 KiB, L1 data 32.0 KiB']],
      ['microcode', '0x1', '0x2', ['0x1', '0x2']],
      ['threadsPerCore', 1, 2, ['1', '2']],
      ['cores', 2, 4, ['2', '4']],
      ['hypervisor', 'KVM', 'Xen', ['KVM', 'Xen']],
      ['kernel', '6', '7', ['6', '7']],
      ['os', 'linux', 'darwin', ['linux', 'darwin']],
      ['cLibrary', { name: 'glibc', version: '2' }, { name: 'musl', version: '1' }, ['glibc 2', 'musl 1']],
      ['pageBytes', 4096, 16_384, ['4.00 KiB', '16.0 KiB']],
      ['transparentHugePages', 'always', 'never', ['always', 'never']],
      ['governor', 'performance', 'powersave', ['performance', 'powersave']],
      ['memoryBytes', 2 ** 30, 2 ** 31, ['1 GiB', '2 GiB']],
      ['cpuFlags', ['a', 'b', 'c'], ['a', 'd'], ['b c', 'd']],
    ]
  const of = (fact: string, ...values: readonly unknown[]) =>
    machineDifferences(values.map(value => [{ ...record.environment, [fact]: value }]))
  for (const [fact, one, other, [first, second]] of facts) {
    assert.deepEqual(of(fact, one, other, one), [
      {
        fact,
        values: [
          { value: first, machines: [0, 2] },
          { value: second, machines: [1] },
        ],
      },
    ])
    assert.deepEqual(of(fact, one, null), [])
    assert.deepEqual(of(fact, one, other, null)[0]?.values[2], { value: null, machines: [2] })
  }
  const bare = { ...record.environment, hypervisor: null }
  const hypervisors = machineDifferences([[record.environment], [{ ...bare, virtualized: false }], [bare]])
  assert.deepEqual(
    hypervisors.flatMap(({ values }) => values.map(({ value }) => value)),
    ['KVM', 'none', null],
  )
  // What changed on all machines alike tells none from another.
  const changed = ['6', '7'].map(kernel => ({ ...record.environment, kernel }))
  assert.deepEqual(machineDifferences([changed, changed]), [])
  assert.equal(machineDifferences([changed, changed.slice(1)]).length, 1)
})
