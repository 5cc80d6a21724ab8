import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pathText, rounded } from './path-text.ts'

test('pathText goes by steps and ends where the path ends', () => {
  assert.equal(pathText('M10,20L10.26,19.97L11,18Z'), 'M10,20h.3l.7-2Z')
  assert.equal(pathText('M1,2L3,4M5,6L5.5,5'), 'M1,2l2,2M5,6l.5-1')
})

test('pathText keeps a step to nowhere only where it is a dot', () => {
  assert.equal(pathText('M1,2L1,2M3,4L3,6L3,6L5,6'), 'M1,2h0M3,4v2h2')
})

test('pathText joins level steps of one direction', () => {
  assert.equal(
    pathText('M0,5L0,5L13.7,5L27.4,5L41,5L41,9L54.7,9L68.4,9L50,9L41,9L41.1,8'),
    'M0,5h41v4h27.4h-27.4l.1-1',
  )
  assert.equal(pathText('M0,5L1.25,5L2.5,5', 4), 'M0,5h2.5')
})

test('pathText leaves other commands alone but for digits', () => {
  assert.equal(pathText('M3,0A3,3,0,1,1,-3.123,0H4'), 'M3,0A3,3,0,1,1,-3.1,0H4')
})

test('rounded keeps text around numbers', () => {
  assert.equal(rounded('translate(0,12.3456)'), 'translate(0,12.3)')
  assert.equal(rounded('-0.04'), '0')
})
