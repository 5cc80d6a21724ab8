import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CalibratedTarget, CalibrationRecord, CoreStallsRecord, EstimateRecord } from '@steelyard/record'
import { sampleRecord } from '@steelyard/record/fixtures/sample-record'
import type { TerminalStyle } from '@steelyard/text'
import { displayWidth } from '../../../text/src/display-width.ts'
import { calibrationOutline } from '../content/calibration-outline.ts'
import { renderOutline } from './render-outline.ts'

const renderCalibration = (found: CalibrationRecord, style: TerminalStyle) =>
  renderOutline(calibrationOutline(found), style)

function estimate(value: number, half: number): EstimateRecord {
  return { value, lower: value - half, upper: value + half, level: 0.95, n: 12 }
}

function target(id: string): CalibratedTarget {
  return {
    ...{ id, clockResolutionNs: 84, channelCostNs: 300_000, channelCpuNs: 120_000, duty: 0.45 },
    equals: ['compute', 'allocate'].map(caseId => ({
      case: caseId,
      ratio: estimate(1.002, 0.009),
      ...{ launchSd: 0.012, betweenSd: 0.006, withinSdPerRound: 0.15, roundsPerLaunch: 150 },
      smallestDifferences: [
        { seconds: 20, difference: null },
        { seconds: 60, difference: 0.011 },
        { seconds: 300, difference: 0.006 },
      ],
    })),
    lengths: [
      {
        ...{ baseCase: 'compute', headCase: 'allocate' },
        ...{ once: estimate(1.5, 0.02), twice: estimate(1.49, 0.02), apart: estimate(1.007, 0.018) },
      },
    ],
  }
}

function visitWith(overrides: Partial<CalibrationRecord> = {}): CalibrationRecord {
  const { environment, steelyard } = sampleRecord()
  return {
    ...{ schema: 'steelyard/visit@1', visitedAt: '2026-11-21T12:00:00.000Z', steelyard, seed: 1 },
    environment: { ...environment, warnings: [] },
    ...{ seconds: 300, load: 0.2, stolenShare: 0 },
    targets: [target('node@26.10.0'), target('workerd@1.20261117.1')],
    bias: {
      allowance: 0.0031,
      equalsRatio: 1.0004,
      equalsBound: 0.0031,
      launches: 96,
      differing: [],
      kinds: [],
    },
    ...{ parts: [], stalls: [] },
    ...overrides,
  }
}

const WATCHED: CoreStallsRecord = {
  ...{ core: 1, meter: 'fifo', why: null, watchedNs: 7.5e9, lostNs: 1.5e9, count: 57, thresholdNs: 9e4 },
  ...{ p50Ns: 1.2e6, p90Ns: 9e6, p99Ns: 2.4e7, longestNs: 2.9e7, stolenNs: 3e7 },
  sharing: { glances: 1600, usedShare: 0.42, slowdown: 1.17 },
}

const UNWATCHED: CoreStallsRecord = {
  ...{ core: 0, meter: null, why: 'this Node has no node:ffi', watchedNs: 0, lostNs: 0, count: 0 },
  ...{ thresholdNs: null, p50Ns: null, p90Ns: null, p99Ns: null, longestNs: null, stolenNs: null },
  sharing: null,
}

test('renderCalibration keeps to the width', () => {
  for (const width of [40, 60, 80, 100, 140]) {
    const visit = visitWith({ stalls: [WATCHED, UNWATCHED] })
    const text = renderCalibration(visit, { width, color: false })
    for (const line of text.split('\n')) assert.ok(displayWidth(line) <= width, `${width}: ${line}`)
  }
})

test('renderCalibration shows how often cores are shared, and what to do then', () => {
  const style = { width: 240, color: false }
  const text = renderCalibration(visitWith({ stalls: [WATCHED, UNWATCHED] }), style)
  assert.match(text, /core 1: at 42 % of 1600 moments; such code takes 1\.17 times as long on average/)
  assert.doesNotMatch(text, /core 0: at/)
  assert.match(text, /Repeat comparisons of unlike work in other hours/)
  const alone = { ...WATCHED, sharing: { glances: 1600, usedShare: 0.02, slowdown: 1 } }
  const other = renderCalibration(visitWith({ stalls: [alone] }), style)
  assert.match(other, /core 1: at 2 % of 1600 moments/)
  assert.doesNotMatch(other, /Repeat comparisons/)
})

test('renderCalibration shows what cores lose, in how long pauses, and what the kernel admits', () => {
  const style = { width: 240, color: false }
  const text = renderCalibration(visitWith({ stalls: [WATCHED, UNWATCHED] }), style)
  assert.match(
    text,
    /core 1: 20 % of 7\.5\d* s lost in 57 pauses \(median 1\.2\d* ms, 90 % under 9\.\d+ ms, 99 % under 24\.\d+ ms, longest 29\.\d+ ms\); the kernel admits 0\.4 %; real-time meter/,
  )
  assert.match(text, /core 0: not watched, since this Node has no node:ffi/)
  const quiet = { ...WATCHED, lostNs: 0, count: 0, p50Ns: null, p90Ns: null, p99Ns: null, longestNs: null }
  const unadmitted = renderCalibration(visitWith({ stalls: [{ ...quiet, stolenNs: null }] }), style)
  assert.match(unadmitted, /lost in 0 pauses; the kernel does not report stolen time/)
  assert.doesNotMatch(renderCalibration(visitWith(), style), /Stalls/)
})

test('renderCalibration shows spreads, smallest differences and the allowance with its evidence', () => {
  const text = renderCalibration(visitWith(), { width: 100, color: false })
  assert.match(text, /allocate +1\.002× \[0\.993, 1\.011\] +1\.2 % +0\.6 % +15 % +– +1\.1 % +0\.6 %/)
  assert.match(text, /Bias allowance β: 0\.31 %\n {2}- Over 96 launches the A\/A ratio is 1\.0004/)
  assert.match(text, /Nothing: this machine is fit to compare/)
})

test('renderCalibration names the cases that differ, and what to do', () => {
  const bias = {
    ...visitWith().bias,
    ...{ allowance: 0.02, differing: ['await on bun@1.4.5 against itself'] },
  }
  const text = renderCalibration(visitWith({ stolenShare: 0.05, bias }), {
    width: 120,
    color: false,
  }).replaceAll(/\s+/g, ' ')
  assert.match(text, /These differ beyond chance: await on bun@1\.4\.5 against itself/)
  assert.match(text, /the hypervisor gives the cores to others/)
  assert.match(text, /Calibrate longer \(--time 600\)/)
})

test('renderCalibration advises the precision that finds smaller differences', () => {
  const { equals, ...rest } = target('node@26.10.0')
  const smallestDifferences = [{ seconds: 60, difference: 0.03 }]
  const blind = { ...rest, equals: equals.map(one => ({ ...one, smallestDifferences })) }
  const text = renderCalibration(visitWith({ targets: [blind] }), { width: 240, color: false })
  assert.match(
    text,
    /For 2 of 2 cases one minute cannot detect a difference of 2 %: compare with --precision 1 --time 10m, or/,
  )
})

test('renderCalibration shows the allowance of each kind of work, and what each part took', () => {
  const kind = (kind: 'computing' | 'awaiting', allowance: number) => ({
    ...{ kind, allowance, equalsRatio: 1, equalsBound: allowance, launches: 44 },
  })
  const style = { width: 200, color: false }
  const bias = { ...visitWith().bias, kinds: [kind('computing', 0.0014), kind('awaiting', 0.0054)] }
  const parts = [
    { name: 'stalls of core 0', seconds: 7.4 },
    { name: 'node against itself', seconds: 43 },
  ]
  const text = renderCalibration(visitWith({ bias, parts }), style)
  assert.match(text, /computing: 0\.14 % \(n=44\)\n {2}- awaiting: 0\.54 % \(n=44\)/)
  assert.match(text, /uses the allowance of its kind of work .* and the largest otherwise/)
  assert.match(text, /Time: stalls of core 0 7 s, node against itself 43 s\./)
  const none = renderCalibration(visitWith({ bias: { ...bias, kinds: [] } }), style)
  assert.match(none, /No kind of work had the five launches/)
  assert.doesNotMatch(renderCalibration(visitWith(), style), /Time:/)
})
