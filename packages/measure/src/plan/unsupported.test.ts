import assert from 'node:assert/strict'
import { test } from 'node:test'
import { unsupportedFor } from './unsupported.ts'
import { UsageError } from './usage-error.ts'

const GAPS = {
  workerd: 'never',
  'node@<20.6': 'old',
  'bun@>=1.2': 'new',
  'deno@=2.1': 'that one',
  'deno@>2.12.0': 'newer',
}

test('unsupportedFor finds a runtime, and versions by comparison', () => {
  const cases: readonly (readonly [string, string, string | null])[] = [
    ['workerd', '1.20261117.1', 'never'],
    ['node', '18.20.8', 'old'],
    ['node', '20.5.9', 'old'],
    ['node', '20.6.0', null],
    ['node', '20.6.0-pre', null],
    ['node', '26.10.0', null],
    ['bun', '1.1.30', null],
    ['bun', '1.2.0', 'new'],
    ['deno', '2.1.7', 'that one'],
    ['deno', '2.10.0', null],
    ['deno', '2.12.0-rc.1', null],
    ['deno', '2.12.0+build', null],
    ['deno', '2.12.1-rc.1', 'newer'],
  ]
  for (const [runtime, version, reason] of cases)
    assert.equal(unsupportedFor(GAPS, runtime, version), reason, `${runtime} ${version}`)
})

test('unsupportedFor refuses a condition it cannot read', () => {
  assert.throws(
    () => unsupportedFor({ 'node 20': 'x' }, 'node', '20.0.0'),
    (error: unknown) =>
      error instanceof UsageError && error.message.startsWith("Cannot read the condition 'node 20'"),
  )
})
