import assert from 'node:assert/strict'
import { test } from 'node:test'
import { knownWarning, type Warning, warningKind, warningRecord } from './warning.ts'

const DRIFTING: Warning = { code: 'drifting-warm-up', launches: 3, of: 12 }

test('knownWarning returns null for a code or figures that it does not know', () => {
  assert.equal(knownWarning(DRIFTING), DRIFTING)
  assert.equal(knownWarning({ code: 'from-a-later-version', launches: 3 }), null)
  assert.equal(knownWarning({ code: 'toString' }), null)
  assert.equal(knownWarning({ code: 'drifting-warm-up', launches: 3 }), null)
  assert.equal(knownWarning({ code: 'drifting-warm-up', launches: '3', of: 12 }), null)
  assert.equal(knownWarning({ code: 'no-calls-launch', message: 5 }), null)
})

test('warningRecord has null for what JSON cannot hold, and is then no warning to read', () => {
  assert.deepEqual(warningRecord(DRIFTING), DRIFTING)
  const endless = warningRecord({ code: 'generator-rate', rateShare: Number.POSITIVE_INFINITY })
  assert.deepEqual(endless, { code: 'generator-rate', rateShare: null })
  assert.equal(knownWarning(endless), null)
})

test('warningKind is the same for warnings that differ in figures alone', () => {
  const one: Warning = { code: 'zero-headline', timer: 'mitata', launches: 3, of: 5 }
  assert.equal(warningKind(one), warningKind({ of: 6, launches: 4, timer: 'mitata', code: 'zero-headline' }))
  assert.notEqual(warningKind(one), warningKind({ ...one, timer: 'tinybench' }))
  assert.notEqual(warningKind(DRIFTING), warningKind({ ...DRIFTING, code: 'never-steady' }))
})
