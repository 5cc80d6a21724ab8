import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { MeasureTask } from '../suite/measure-task.ts'
import { unmeasured } from '../suite/measured-suite.ts'
import { phasesNs } from './startup-phases.ts'

test('phasesNs has time for each app on workerd, and none for a control, which is a copy', () => {
  const targets = ['node', 'workerd'].map(name => ({ runner: { name } }))
  const options = { context: { targets }, stopping: { timeNs: 1e12 } } as unknown as MeasureTask
  const [onNode, onWorkerd] = [0, 1].map(target => unmeasured({ caseId: 'one', params: {}, target }))
  assert.ok(onNode && onWorkerd)
  const control = unmeasured({ ...onWorkerd.plan, isControl: true })
  assert.equal(phasesNs([onNode], options), 0)
  assert.ok(phasesNs([onWorkerd], options) > 0)
  assert.equal(phasesNs([onNode, onWorkerd, control], options), phasesNs([onWorkerd], options))
})
