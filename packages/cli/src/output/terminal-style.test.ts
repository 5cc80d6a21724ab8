import assert from 'node:assert/strict'
import { test } from 'node:test'
import { terminalStyleOf } from './terminal-style.ts'

const NAMES = ['NO_COLOR', 'FORCE_COLOR', 'TERM'] as const

function colorWith(isTTY: boolean, environment: Partial<Record<(typeof NAMES)[number], string>>): boolean {
  const before = Object.fromEntries(NAMES.map(name => [name, process.env[name]]))
  try {
    for (const name of NAMES) {
      if (environment[name] === undefined) delete process.env[name]
      else process.env[name] = environment[name]
    }
    return terminalStyleOf(isTTY, 80).color
  } finally {
    for (const name of NAMES) {
      if (before[name] === undefined) delete process.env[name]
      else process.env[name] = before[name]
    }
  }
}

test('terminalStyleOf colours a terminal unless NO_COLOR is set, and anything where FORCE_COLOR is', () => {
  assert.equal(colorWith(true, {}), true)
  assert.equal(colorWith(false, {}), false)
  assert.equal(colorWith(true, { NO_COLOR: '1' }), false)
  assert.equal(colorWith(true, { NO_COLOR: '' }), true)
  assert.equal(colorWith(true, { TERM: 'dumb' }), false)
  assert.equal(colorWith(false, { FORCE_COLOR: '1' }), true)
  assert.equal(colorWith(false, { FORCE_COLOR: '1', NO_COLOR: '1' }), true)
  assert.equal(colorWith(false, { FORCE_COLOR: '' }), false)
  assert.equal(colorWith(true, { FORCE_COLOR: '0' }), false)
  assert.equal(colorWith(true, { FORCE_COLOR: 'false' }), false)
})
