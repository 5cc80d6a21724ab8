import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bareRun, type PlannedSuite } from '@steelyard/measure'
import { shortTimeTexts } from './dry-run.ts'

test('shortTimeTexts gives a time that is enough, side launches and all', () => {
  const group = ['one', 'two', 'three', 'four'].map(caseId => ({ caseId, params: {}, target: 0 }))
  const suite = {
    loaded: { description: { name: 'sort', server: null, memory: false, perCall: [] } },
    plan: { groups: [group], contenders: group },
  } as unknown as PlannedSuite
  const probes = { usage: true, allocations: true, tiers: true }
  const said = (timeSeconds: number) => shortTimeTexts([suite], bareRun({ probes, time: { timeSeconds } }))
  const [enough] = said(3).map(text => Number(/Give --time (\d+)/.exec(text)?.[1]))
  assert.ok(enough !== undefined && enough > 3)
  assert.deepEqual(said(enough), [])
  assert.equal(said(enough - 1).length, 1)
})
