import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LaunchFeature } from '@steelyard/measure'
import { createRandom } from '@steelyard/stats'
import { associationsOf, statementsOf } from './associations.ts'
import { isTold, modesFinding } from './modes-finding.ts'

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
  // Three statements are told apart.
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
  assert.ok(found && isTold(found))
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
  assert.ok(found && !isTold(found))
  assert.deepEqual([found.causes.length, found.following.length], [0, 1])
})

test('modesFinding says nothing of too few launches, and of causes nothing without a log', () => {
  const plain = tossed(2, 20).map(({ iterationNs }) => ({ iterationNs, features: null }))
  assert.equal(modesFinding(plain.slice(0, 7), createRandom(1)), null)
  const found = modesFinding(plain, createRandom(1))
  assert.deepEqual([found?.logged, found?.alikePValue, found?.causes], [null, null, []])
})
