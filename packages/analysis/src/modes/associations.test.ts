import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LaunchFeature } from '@steelyard/measure'
import { createRandom } from '@steelyard/stats'
import { associationsOf, statementsOf } from './associations.ts'
import { isModeDecided, modesFinding } from './modes-finding.ts'

const LOOKS = 3

function feature(kind: LaunchFeature['kind'], value: LaunchFeature['value']): LaunchFeature {
  return { kind, value }
}

/** Times of two kinds, a coin for each launch, 1.5 times apart, with noise of 2 %. */
function tossed(seed: number, count: number) {
  const random = createRandom(seed)
  return Array.from({ length: count }, () => {
    const isSlow = random.next() < 0.5
    const iterationNs = 1000 * (isSlow ? 1.5 : 1) * (1 + 0.04 * (random.next() - 0.5))
    return { iterationNs, isSlow, noise: random.next(), other: random.next() < 0.5 }
  })
}

test('associationsOf finds what goes with the time, and merges what is so in the same launches', () => {
  const launches = tossed(1, 20).map(({ iterationNs, isSlow, noise, other }) => ({
    iterationNs,
    features: {
      'tier of work': feature('tier', isSlow ? 'Maglev' : 'Turbofan'),
      ...(isSlow
        ? { 'Turbofan began to compile work and did not end': feature('began to compile', 'yes') }
        : {}),
      'place of the code in its page': feature('place of code', Math.round(4096 * noise)),
      'inline cache of x at suite.ts:3': feature('inline cache', other ? 'monomorphic' : 'megamorphic'),
      'always so': feature('other', 'yes'),
    },
  }))
  const [first, second, ...others] = associationsOf(launches, LOOKS)
  // Among things in the same launches, the one that says most of the cause comes first.
  assert.equal(first?.what, 'Turbofan began to compile work and did not end')
  assert.ok(first?.alike.every(what => what.includes('tier of work: ')))
  assert.equal(first?.alike.length, 2)
  // Three statements differ.
  assert.ok(Math.abs((first?.adjustedPValue ?? 1) - 3 * LOOKS * (first?.pValue ?? 1)) < 1e-12)
  assert.ok((first?.adjustedPValue ?? 1) < 0.001 && (first?.explained ?? 0) > 0.95)
  const ratio = first?.ratio?.value ?? 0
  assert.ok(Math.abs((ratio > 1 ? ratio : 1 / ratio) - 1.5) < 0.03, String(ratio))
  assert.ok((second?.adjustedPValue ?? 0) > 0.05)
  assert.equal(others.length, 1)
})

test('statementsOf cuts numbers of many values at their median, takes others by value, and leaves out the constant', () => {
  const features = [1, 2, 3, 4, 5, 6].map(number => ({
    many: feature('other', number),
    two: feature('other', number % 2),
    same: feature('other', 7),
    ...(number > 4 ? { seldom: feature('other', 'yes') } : {}),
  }))
  const found = statementsOf(features.map(each => ({ iterationNs: 1, features: each })))
  assert.deepEqual(
    found.map(({ what, isSo }) => [what, isSo.map(Number).join('')]),
    [
      ['many above 3.5', '000111'],
      ['two: 1', '101010'],
      ['two: 0', '010101'],
      ['seldom', '000011'],
    ],
  )
})

test('associationsOf finds something where there is nothing in no more than 5 % of commands', () => {
  const random = createRandom(4)
  let alarms = 0
  for (let trial = 0; trial < 300; trial++) {
    const launches = tossed(1000 + trial, 20).map(({ iterationNs }) => ({
      iterationNs,
      features: Object.fromEntries(
        Array.from({ length: 20 }, (_, at) => [`f${at}`, feature('other', random.integer(2))]),
      ),
    }))
    if (associationsOf(launches, 1).some(({ adjustedPValue }) => adjustedPValue < 0.05)) alarms++
  }
  assert.ok(alarms / 300 < 0.08, String(alarms / 300))
})

test('modesFinding tells kinds, their cause, and launches that logging spreads otherwise', () => {
  const plain = tossed(2, 20).map(({ iterationNs }) => ({ iterationNs, features: null }))
  const logged = tossed(3, 20).map(({ iterationNs, isSlow }) => ({
    iterationNs: 1.1 * iterationNs,
    features: { 'tier of work': feature('tier', isSlow ? 'Maglev' : 'Turbofan') },
  }))
  const found = modesFinding([...plain, ...logged], createRandom(1))
  assert.ok(found && isModeDecided(found))
  assert.ok(found.plain.kinds.hasKinds && (found.alikePValue ?? 0) > 0.05)
  assert.equal((found.plain.fast?.launches ?? 0) + (found.plain.slow?.launches ?? 0), 20)
  const ofOneKind = logged.map((launch, at) => ({ ...launch, iterationNs: 1000 + at }))
  const unlike = modesFinding([...plain, ...ofOneKind], createRandom(1))
  assert.ok(unlike && (unlike.alikePValue ?? 1) < 0.05)
  assert.equal(unlike.logged?.kinds.hasKinds, false)
})

test('modesFinding holds apart what a launch has less of because it is slow', () => {
  const plain = tossed(2, 20).map(({ iterationNs }) => ({ iterationNs, features: null }))
  const logged = tossed(3, 20).map(({ iterationNs }) => ({
    iterationNs,
    features: {
      'calls before work (suite.ts:3) had its code': feature('following', Math.round(1e6 / iterationNs)),
    },
  }))
  const found = modesFinding([...plain, ...logged], createRandom(1))
  assert.ok(found && !isModeDecided(found))
  assert.deepEqual([found.causes.length, found.following.length], [0, 1])
})

test('modesFinding says nothing of too few launches, and of causes nothing without a log', () => {
  const plain = tossed(2, 20).map(({ iterationNs }) => ({ iterationNs, features: null }))
  assert.equal(modesFinding(plain.slice(0, 7), createRandom(1)), null)
  const found = modesFinding(plain, createRandom(1))
  assert.deepEqual([found?.logged, found?.alikePValue, found?.causes], [null, null, []])
})

test('associationsOf asks nothing that is so in one launch, or in all but one', () => {
  const launches = (soIn: number) =>
    Array.from({ length: 8 }, (_, at) => ({
      iterationNs: 1000 + at,
      features: at < soIn ? { seldom: feature('other', 'yes') } : {},
    }))
  const asked = (soIn: number) => associationsOf(launches(soIn), 1).map(({ launches: count }) => count)
  assert.deepEqual([0, 1, 2, 6, 7, 8].map(asked), [[], [], [2], [6], [], []])
})

test('associationsOf puts first what is surest, and then what explains more', () => {
  const times = [1, 2, 3, 4, 5, 6, 7, 8, 9, 30]
  const soIn = (...places: readonly number[]) =>
    times.map((_, at) => (places.includes(at) ? feature('other', 'yes') : undefined))
  // The same ranks from both ends; far times explain more.
  const columns = {
    either: soIn(0, 3, 6, 9),
    fast: soIn(0, 1),
    slow: soIn(8, 9),
    half: soIn(5, 6, 7, 8, 9),
  }
  const launches = times.map((iterationNs, at) => ({
    iterationNs,
    features: Object.fromEntries(
      Object.entries(columns).flatMap(([name, column]) => (column[at] ? [[name, column[at]]] : [])),
    ),
  }))
  const found = associationsOf(launches, LOOKS)
  assert.deepEqual(
    found.map(({ what }) => what),
    ['half', found[1]?.what, found[2]?.what, 'either'],
  )
  assert.equal(found[1]?.pValue, found[2]?.pValue)
  assert.ok((found[1]?.explained ?? 0) > (found[2]?.explained ?? 1))
  // Two of ten at one end: 2 of 45 choices are as extreme.
  assert.ok(Math.abs((found[1]?.pValue ?? 0) - 2 / 45) < 1e-12)
  const slow = found.find(({ what }) => what === 'slow')
  assert.deepEqual([slow?.launches, slow?.mayFollow, slow?.alike], [2, false, []])
  const geometric = Math.exp(
    (Math.log(9) + Math.log(30)) / 2 - times.slice(0, 8).reduce((sum, ns) => sum + Math.log(ns), 0) / 8,
  )
  assert.ok(Math.abs((slow?.ratio?.value ?? 0) - geometric) < 1e-9)
  assert.equal(found.at(-1)?.adjustedPValue, 1)
})

test('statementsOf takes what is missing for no, for none or for 0, and says numbers shortly', () => {
  const said = (...values: readonly (LaunchFeature['value'] | undefined)[]) =>
    statementsOf(
      values.map(value => ({
        iterationNs: 1,
        features: value === undefined ? {} : { f: feature('tier', value) },
      })),
    ).map(({ what, kind, isSo }) => [what, kind, isSo.map(Number).join('')])
  assert.deepEqual(said('yes', undefined), [['f', 'tier', '10']])
  assert.deepEqual(said('yes', 'no'), [['f', 'tier', '10']])
  assert.deepEqual(said('yes', undefined, 'later').length, 1)
  assert.deepEqual(said('Maglev', undefined), [
    ['f: Maglev', 'tier', '10'],
    ['f: none', 'tier', '01'],
  ])
  assert.deepEqual(said(5, undefined), [
    ['f: 5', 'tier', '10'],
    ['f: 0', 'tier', '01'],
  ])
  assert.deepEqual(said(1, 2, 3, 4).length, 4)
  assert.deepEqual(said(1.23456, 2, 3, 4, 5), [['f above 3', 'tier', '00011']])
  assert.deepEqual(said(1.23456, 2)[0]?.[0], 'f: 1.235')
  assert.deepEqual(said(7, 7), [])
})

test('modesFinding counts the launches of either kind, and their times', () => {
  const made = tossed(2, 20)
  const logged = made.map(({ iterationNs }) => ({ iterationNs: 1.1 * iterationNs, features: {} }))
  const found = modesFinding(
    [...made.map(({ iterationNs }) => ({ iterationNs, features: null })), ...logged],
    createRandom(1),
  )
  const slow = made.filter(({ isSlow }) => isSlow)
  const { plain } = found ?? assert.fail()
  assert.deepEqual(
    [plain.launches, plain.slow?.launches, plain.fast?.launches],
    [20, slow.length, 20 - slow.length],
  )
  for (const [kind, centerNs] of [
    [plain.fast, 1000],
    [plain.slow, 1500],
  ] as const)
    assert.ok(Math.abs((kind?.medianNs ?? 0) / centerNs - 1) < 0.02, `${kind?.medianNs}`)
  // Half of the launches are ln 1.5 above the others.
  assert.ok(plain.spread > 0.15 && plain.spread < 0.25)
  assert.ok(Math.abs((found?.slowdown?.value ?? 0) - 1.1) < 1e-9)
  assert.deepEqual([found?.associations, found?.following], [[], []])
  assert.equal(found && isModeDecided(found), false)
  const flat = (count: number) =>
    Array.from({ length: count }, (_, at) => ({ iterationNs: 1000 + at, features: null }))
  const eight = modesFinding(flat(8), createRandom(1))
  assert.deepEqual([eight?.plain.medianNs, eight?.plain.fast, eight?.plain.slow], [1003.5, null, null])
  const logs = (count: number) => flat(count).map(launch => ({ ...launch, features: {} }))
  assert.equal(modesFinding([...flat(8), ...logs(7)], createRandom(1))?.logged, null)
  assert.equal(modesFinding([...flat(8), ...logs(8)], createRandom(1))?.logged?.launches, 8)
})
