import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bareRun, type PlannedSuite } from '@steelyard/measure'
import { dryRunText, shortTimeTexts } from './dry-run.ts'

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

test('dryRunText tells what cannot run by its parameters, and counts it not among what other timers time', () => {
  const contenders = [1, 10].flatMap(n =>
    ['one', 'two'].map(caseId => ({ caseId, params: { n }, target: 0 })),
  )
  const unsupported = contenders.flatMap(contender =>
    contender.caseId === 'two' ? [{ contender, reason: 'it lacks it' }] : [],
  )
  const groups = contenders.flatMap(one => (one.caseId === 'one' ? [[one]] : []))
  const suite = {
    loaded: { description: { name: 'sort', server: null, memory: false, perCall: [] } },
    plan: { groups, contenders, unsupported },
  } as unknown as PlannedSuite
  const planned = { suites: [suite], targets: [{ id: 'node@26' }] }
  const byBoth = dryRunText(planned, bareRun({ rules: { timers: ['steelyard', 'mitata'] } }))
  const none =
    '  unsupported: two (n=1) on node@26: it lacks it\n  unsupported: two (n=10) on node@26: it lacks it'
  assert.match(byBoth, /^sort: 2 cases on targets, each alone, by steelyard, mitata where it can/)
  assert.ok(byBoth.includes(none), byBoth)
  assert.ok(dryRunText(planned, bareRun()).includes(none))
})
