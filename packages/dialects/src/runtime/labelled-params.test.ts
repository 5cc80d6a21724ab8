import assert from 'node:assert/strict'
import { test } from 'node:test'
import { labelledParams } from './labelled-params.ts'

const VALUES = { size: [4, 16], kind: ['list', 'odd'], n: [10, 1000] }

test('the first values are a combination that the filter lets through', () => {
  const { params, leftOut, configOf } = labelledParams(
    VALUES,
    'n',
    ({ size, kind }) => size !== 4 || kind !== 'list',
  )
  assert.deepEqual(params, { size: [4, 16], kind: ['odd', 'list'] })
  assert.deepEqual(leftOut, [{ size: 4, kind: 'list' }])
  assert.deepEqual(configOf({ size: 16, kind: 'list' }), { size: 16, kind: 'list' })
  assert.throws(() => configOf({ size: 4, kind: 'list' }), /leaves this combination out/)
})

test('a value that the file lacks on this target is no other one', () => {
  const { configOf } = labelledParams(VALUES, 'n', undefined)
  assert.throws(() => configOf({ size: 64, kind: 'list' }), /no value 64 of size on this target/)
  assert.deepEqual(configOf({ size: 16 }), { size: 16, kind: 'list' })
})

test('values that read alike have labels of their own, whichever comes first', () => {
  const [small, large] = [{ size: 1 }, { size: 2 }]
  const { params, leftOut, configOf } = labelledParams(
    { of: [small, large, null, 'null'] },
    undefined,
    ({ of }) => of !== small,
  )
  assert.deepEqual(params.of, ['[object Object] #2', '[object Object]', 'null', 'null #2'])
  assert.deepEqual(leftOut, [{ of: '[object Object]' }])
  assert.deepEqual(configOf({ of: '[object Object] #2' }), { of: large })
})

test('a number and a text that read alike have labels of their own, and a value that is listed twice is one', () => {
  const { params, configOf } = labelledParams({ n: [1, '1', 1], is: [true, 'true'] }, undefined, undefined)
  assert.deepEqual(params, { n: [1, '1 #2'], is: [true, 'true #2'] })
  assert.deepEqual(configOf({ n: '1 #2', is: true }), { n: '1', is: true })
})

test('a combination passes where it does with some count of the file', () => {
  const { leftOut } = labelledParams(VALUES, 'n', ({ size, n }) => size === 4 || n === 1000)
  assert.deepEqual(leftOut, [])
})

test('a filter may leave out everything', () => {
  const { isEmpty, params } = labelledParams(VALUES, 'n', () => false)
  assert.deepEqual([isEmpty, params.size], [true, [4, 16]])
  assert.equal(labelledParams(VALUES, 'n', undefined).isEmpty, false)
})

test('a filter that changes what it is given changes nothing', () => {
  const { leftOut, configOf } = labelledParams(VALUES, undefined, config => {
    config.size = 0
    return config.kind === 'list'
  })
  assert.equal(leftOut.length, 4)
  assert.deepEqual(configOf({ size: 16, kind: 'list', n: 10 }), { size: 16, kind: 'list', n: 10 })
})
