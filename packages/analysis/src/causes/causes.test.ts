import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nativeClass } from '@steelyard/measure'
import type { ComparisonRecord, PlaceKind, ProfileRecord } from '@steelyard/record'
import { causeOf } from './profiles.ts'

type Share = readonly [functionName: string | null, callee: string | null, kind: PlaceKind, share: number]

function profileOf(caseId: string, ...launches: readonly (readonly Share[])[]): ProfileRecord {
  return {
    ...{ suite: 's', case: caseId, params: {}, target: 't', intervalUs: 200 },
    ...{ stacks: [], native: null, nativeMissing: null },
    launches: launches.map(shares => ({
      ...{ iterationNs: 1, slowdown: 1, samples: 2000, files: [], self: [], below: [] },
      places: shares.map(([functionName, callee, kind, share]) => ({
        ...{ functionName, callee, kind, share },
        source: null,
      })),
    })),
  }
}

function comparison(value: number, reach: number, cases: Partial<ComparisonRecord> = {}): ComparisonRecord {
  const ratio = { value, lower: value - reach, upper: value + reach, level: 0.95, n: 12 }
  return {
    suite: 's',
    case: 'c',
    baseCase: 'c',
    params: {},
    base: 'a',
    head: 'b',
    ratio,
    ...cases,
  } as ComparisonRecord
}

const BASE = [0.01, 0, -0.01].map((noise): readonly Share[] => [
  ['work', null, 'suite', 0.7 + noise],
  ['work', 'sort', 'builtin', 0.2 - noise],
  [null, '(garbage collector)', 'collector', 0.1],
])

test('the difference is laid to what grew, and the rows add up to it', () => {
  // Head takes twice the time, and the collector has all of that.
  const heads = BASE.map(shares =>
    shares.map(
      ([name, callee, kind, share]): Share => [
        name,
        callee,
        kind,
        kind === 'collector' ? share / 2 + 0.5 : share / 2,
      ],
    ),
  )
  const cause = causeOf({
    comparison: comparison(2, 0.001),
    baseNs: 1000,
    base: profileOf('c', ...BASE),
    head: profileOf('c', ...heads),
    isAlike: true,
  })
  assert.ok(cause)
  const [first, ...others] = cause.rows
  assert.equal(first?.kind, 'collector')
  assert.ok(Math.abs((first?.differenceNs.value ?? 0) - 1000) < 1e-6)
  assert.ok((first?.differenceNs.lower ?? 0) > 900)
  assert.ok(others.every(({ differenceNs }) => differenceNs.lower < 0 && differenceNs.upper > 0))
  assert.ok(Math.abs((cause.explainedShare ?? 0) - 1) < 1e-9)
  assert.equal(cause.differenceNs.value, 1000)
  const sum = cause.rows.reduce((total, { differenceNs }) => total + differenceNs.value, 0)
  assert.ok(Math.abs(sum - 1000) < 1e-6)
})

test('what the engine does not name explains nothing, nor does what is within its interval', () => {
  const heads = BASE.map((shares): readonly Share[] => [
    ...shares.map(([name, callee, kind, share]): Share => [name, callee, kind, share / 2]),
    [null, '(program)', 'engine', 0.5],
  ])
  const compared = {
    baseNs: 1000,
    base: profileOf('c', ...BASE),
    head: profileOf('c', ...heads),
    isAlike: true,
  }
  assert.equal(causeOf({ ...compared, comparison: comparison(2, 0.001) })?.explainedShare, 0)
  assert.equal(causeOf({ ...compared, comparison: comparison(1.01, 0.1) })?.explainedShare, null)
})

test('functions have not grown where only the waiting did', () => {
  const compared = { baseNs: 1000, isAlike: true, comparison: comparison(2, 0.001) }
  const sides = { base: profileOf('c', ...BASE), head: profileOf('c', ...BASE) }
  assert.ok((causeOf({ ...compared, ...sides })?.explainedShare ?? 0) > 0.9)
  assert.equal(causeOf({ ...compared, ...sides, workShares: [0.2, 0.1] })?.explainedShare, 0)
})

test('between runtimes rows are functions, whatever the engines call what those call', () => {
  const inV8 = [0, 1].map((): readonly Share[] => [
    ['work', null, 'suite', 0.9],
    [null, '(garbage collector)', 'collector', 0.1],
  ])
  const inJsc = [0, 1].map((): readonly Share[] => [
    ['work', null, 'suite', 0.3],
    ['work', 'parse', 'builtin', 0.7],
  ])
  const cause = causeOf({
    comparison: comparison(0.5, 0.001),
    baseNs: 1000,
    base: profileOf('c', ...inV8),
    head: profileOf('c', ...inJsc),
    isAlike: false,
  })
  assert.deepEqual(
    cause?.rows.map(({ functionName, callee, baseNs, headNs }) => [functionName, callee, baseNs, headNs]),
    [
      ['work', null, 900, 500],
      [null, '(garbage collector)', 100, 0],
    ],
  )
})

test('two cases differ by what they call, not by their own names', () => {
  const one = (name: string, share: number) =>
    profileOf(
      name,
      ...[0, 1].map((): readonly Share[] => [
        [name, null, 'suite', share],
        ['helper', null, 'suite', 1 - share],
      ]),
    )
  const cause = causeOf({
    comparison: comparison(2, 0.001, { baseCase: 'c', case: 'd' }),
    baseNs: 100,
    base: one('c', 0.5),
    head: one('d', 0.75),
    isAlike: false,
  })
  assert.deepEqual(
    cause?.rows.map(({ functionName, baseNs, headNs }) => [functionName, baseNs, headNs]),
    [
      ['the case itself', 50, 150],
      ['helper', 50, 50],
    ],
  )
})

test('a row has its own time, and its time with all that it calls', () => {
  const stacks = [
    { caller: null, name: 'c', source: null, kind: 'suite' },
    { caller: 0, name: 'parse', source: null, kind: 'builtin' },
    { caller: 1, name: 'revive', source: null, kind: 'suite' },
    { caller: 2, name: 'revive', source: null, kind: 'builtin' },
    { caller: 2, name: 'parse', source: null, kind: 'builtin' },
  ] as const
  const side = (self: readonly number[], ...more: readonly Share[]): ProfileRecord => {
    const [own = 0, parse = 0, revive = 0, builtin = 0, inner = 0] = self
    const profile = profileOf(
      'c',
      ...Array.from({ length: 5 }, (): readonly Share[] => [
        ['c', null, 'suite', own],
        ['c', 'parse', 'builtin', parse],
        ['revive', null, 'suite', revive],
        ['revive', 'revive', 'builtin', builtin],
        ['revive', 'parse', 'builtin', inner],
        ...more,
      ]),
    )
    const launches = profile.launches.map(launch => ({ ...launch, self, below: self.map(() => 0) }))
    return { ...profile, stacks, launches }
  }
  const compared = { comparison: comparison(2, 0.001), baseNs: 1000, isAlike: true }
  const [base, head] = [side([0.2, 0.2, 0.2, 0.2, 0.2]), side([0.1, 0.3, 0.2, 0.2, 0.2])]
  const cause = causeOf({ ...compared, base, head })
  const rows = cause?.rows.map(({ functionName, callee, differenceNs, total }) => [
    ...[functionName, callee, Math.round(differenceNs.value)],
    Math.round(total?.differenceNs.value ?? Number.NaN),
  ])
  assert.deepEqual(
    rows?.toSorted(),
    [
      // Its own 0, and everything.
      ['c', null, 0, 1000],
      // Its own 400 of 1000; all that the case calls.
      ['c', 'parse', 400, 1000],
      ['revive', null, 200, 600],
      ['revive', 'parse', 200, 200],
      ['revive', 'revive', 200, 200],
    ].toSorted(),
  )
  // What is called outside of functions too has no place of its own among the stacks.
  for (const outside of [
    { base: side([0.2, 0.2, 0.2, 0.2, 0.1], [null, 'parse', 'builtin', 0.1]), head },
    { base, head: side([0.1, 0.3, 0.2, 0.2, 0.1], [null, 'parse', 'builtin', 0.1]) },
  ]) {
    const totals = causeOf({ ...compared, ...outside })?.rows.flatMap(({ callee, total }) =>
      callee === 'parse' ? [total] : [],
    )
    assert.deepEqual(totals, [null, null, null])
  }
})

test('rows that differ are few among many: their number is corrected for', () => {
  // Alone, the first row would differ: 12 ± 10 of 1000 ns.
  const shares = (launch: number, extra: number): readonly Share[] => [
    ['one', null, 'suite', 0.1 + extra + 0.006 * Math.sin(launch)],
    ...Array.from({ length: 9 }, (_, index): Share => [`f${index}`, null, 'suite', (0.9 - extra) / 9]),
  ]
  const side = (extra: number) => profileOf('c', ...[0, 1, 2, 3, 4].map(launch => shares(launch, extra)))
  const [row] = (
    causeOf({
      comparison: comparison(1.0001, 0.00005),
      baseNs: 1000,
      base: side(0),
      head: side(0.014),
      isAlike: true,
    })?.rows ?? []
  ).filter(({ functionName }) => functionName === 'one')
  assert.ok(row)
  assert.ok(row.differenceNs.lower > 0, 'by its own interval')
  assert.ok((row.adjustedPValue ?? 0) > 0.05, `${row.adjustedPValue}`)
})

test('functions without a name are one by where they begin, and no two of other places are', () => {
  const anonymous = (share: number, source: string) => ({
    ...({ functionName: '(anonymous)', callee: null, kind: 'suite', share, source } as const),
  })
  const side = (...places: readonly ReturnType<typeof anonymous>[]): ProfileRecord => {
    const profile = profileOf('c', [], [])
    return { ...profile, launches: profile.launches.map(launch => ({ ...launch, places })) }
  }
  const rowsBy = (isAlike: boolean) =>
    causeOf({
      ...{ comparison: comparison(2, 0.001), baseNs: 100, isAlike },
      base: side(anonymous(0.5, 'a.ts:1'), anonymous(0.5, 'a.ts:2')),
      head: side(anonymous(0.25, 'a.ts:1'), anonymous(0.75, 'a.ts:2')),
    })?.rows.map(({ source, baseNs, headNs }) => [source, baseNs, headNs])
  for (const isAlike of [true, false]) {
    assert.deepEqual(rowsBy(isAlike), [
      ['a.ts:2', 50, 150],
      ['a.ts:1', 50, 50],
    ])
  }
})

test('between engines a function is one whatever object holds it, and the engine has its own parts', () => {
  const side = (...shares: readonly Share[]) => profileOf('c', shares, shares)
  const cause = causeOf({
    ...{ comparison: comparison(2, 0.001), baseNs: 100, isAlike: false },
    base: side(
      ['exports.a.render', null, 'suite', 0.5],
      [null, '(compiler)', 'compiler', 0.2],
      ['get x', null, 'suite', 0.3],
    ),
    head: side(
      ['render', 'push', 'builtin', 0.6],
      ['who', '(compiler)', 'compiler', 0.1],
      ['x', null, 'suite', 0.3],
    ),
  })
  assert.deepEqual(
    cause?.rows
      .map(({ functionName, callee, baseNs, headNs }) => [
        functionName,
        callee,
        Math.round(baseNs),
        Math.round(headNs),
      ])
      .toSorted(),
    [
      ['exports.a.render', null, 50, 120],
      ['get x', null, 30, 0],
      ['x', null, 0, 60],
      [null, '(compiler)', 20, 20],
    ].toSorted(),
  )
})

test('a place that no stack has shows no time with what it calls, nor does one launch differ', () => {
  const stacks = [{ caller: null, name: 'c', source: null, kind: 'suite' }] as const
  const side = (launches: number): ProfileRecord => {
    const shares: readonly Share[] = [
      ['c', null, 'suite', 0.9],
      ['elsewhere', null, 'suite', 0.1],
    ]
    const profile = profileOf('c', ...Array(launches).fill(shares))
    return {
      ...{ ...profile, stacks },
      launches: profile.launches.map(launch => ({ ...launch, self: [0.9], below: [0.1] })),
    }
  }
  const found = (launches: number) =>
    causeOf({
      ...{ comparison: comparison(2, 0.001), baseNs: 100, isAlike: true },
      ...{ base: side(launches), head: side(launches) },
    })
  assert.deepEqual(
    found(3)?.rows.map(({ functionName, total }) => [functionName, total?.headNs]),
    [
      ['c', 200],
      ['elsewhere', undefined],
    ],
  )
  assert.deepEqual(found(1)?.rows, [])
  const [frame] = found(1)?.frames ?? []
  assert.deepEqual([frame?.self.baseNs, frame?.self.adjustedPValue], [90, 1])
  // Without stacks of both sides there is no such time.
  const bare = { ...side(3), stacks: [] }
  for (const sides of [
    { base: bare, head: side(3) },
    { base: side(3), head: bare },
  ]) {
    const cause = causeOf({ comparison: comparison(2, 0.001), baseNs: 100, isAlike: true, ...sides })
    assert.deepEqual([cause?.rows.map(({ total }) => total), cause?.frames], [[null, null], []])
  }
})

test('native functions have their place by class, and others by name, in the time with what they call', () => {
  const stacks = [
    { caller: null, name: 'c', source: null, kind: 'suite' },
    { caller: 0, name: 'v8::internal::JsonParser<unsigned char>::Parse()', source: null, kind: 'native' },
    { caller: 0, name: 'Array.sort', source: null, kind: 'builtin' },
  ] as const
  const callee = nativeClass(stacks[1].name)
  assert.notEqual(callee, stacks[1].name)
  const shares: readonly Share[] = [
    ['c', null, 'suite', 0.2],
    ['c', callee, 'native', 0.5],
    ['c', 'Array.sort', 'builtin', 0.3],
  ]
  const profile = profileOf('c', shares, shares)
  const side = {
    ...{ ...profile, stacks },
    launches: profile.launches.map(launch => ({ ...launch, self: [0.2, 0.5, 0.2], below: [0, 0, 0.1] })),
  }
  const cause = causeOf({
    comparison: comparison(2, 0.001),
    baseNs: 100,
    isAlike: true,
    base: side,
    head: side,
  })
  assert.deepEqual(
    cause?.rows.map(({ callee, total }) => [callee, Math.round(total?.headNs ?? 0)]).toSorted(),
    [
      [callee, 100],
      ['Array.sort', 60],
      [null, 200],
    ].toSorted(),
  )
})
