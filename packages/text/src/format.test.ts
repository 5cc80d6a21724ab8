import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { EstimateRecord } from '@steelyard/record'
import {
  formatBytes,
  formatCount,
  formatDuration,
  formatDurationEstimate,
  formatMemory,
  formatPercent,
  formatRatio,
  formatShare,
  launchesText,
  minuteText,
} from './format.ts'

function estimate(value: number, lower: number, upper: number): EstimateRecord {
  return { value, lower, upper, level: 0.95, n: 12 }
}

const durations: readonly [number, string][] = [
  [0, '0 ns'],
  [0.1234, '0.123 ns'],
  [1, '1.00 ns'],
  [41.26, '41.3 ns'],
  [999.4, '999 ns'],
  [999.6, '1.00 µs'],
  [1234, '1.23 µs'],
  [82_100, '82.1 µs'],
  [412_345, '412 µs'],
  [999_600, '1.00 ms'],
  [2.5e9, '2.50 s'],
  [72.34e9, '72.3 s'],
  [4321e9, '4320 s'],
  [-1500, '-1.50 µs'],
]

for (const [ns, text] of durations) {
  test(`formatDuration gives ${ns} ns as ${text}`, () => assert.equal(formatDuration(ns), text))
}

test('formatDuration writes us where the terminal is plain', () => {})

const times: readonly [EstimateRecord, string][] = [
  [estimate(412_000, 407_056, 416_944), '412 µs ±1.2 %'],
  [estimate(412_000, 411_800, 412_200), '412 µs ±0.05 %'],
  [estimate(412_000, 411_999, 412_001), '412 µs ±<0.01 %'],
  [estimate(412_000, 412_000, 412_000), '412 µs ±0.0 %'],
  [estimate(412_000, 371_000, 450_000), '412 µs ±10 %'],
]

for (const [time, text] of times) {
  test(`formatDurationEstimate gives the larger side of the interval: ${text}`, () => {
    assert.equal(formatDurationEstimate(time), text)
  })
}

test('formatDurationEstimate gives both ends where they differ too much for one percentage', () => {
  assert.equal(formatDurationEstimate(estimate(412_000, 250_000, 680_000)), '412 µs [250, 680]')
  assert.equal(formatDurationEstimate(estimate(1.59e6, 0.65e6, 3.89e6)), '1.6 ms [0.7, 3.9]')
})

test('formatDurationEstimate gives both ends of a time that may be nothing', () => {
  assert.equal(formatDurationEstimate(estimate(-2, -12, 8)), '-2 ns [-12, 8]')
  assert.equal(formatDurationEstimate(estimate(0, -1500, 1500)), '0 µs [-2, 2]')
})

const ratios: readonly [EstimateRecord, string][] = [
  [estimate(1.34, 1.31, 1.37), '1.34× [1.31, 1.37]'],
  [estimate(5.2, 5.112, 5.29), '5.20× [5.11, 5.29]'],
  [estimate(1.012, 1.0021, 1.0219), '1.012× [1.002, 1.022]'],
  [estimate(0.998, 0.9954, 1.0006), '0.998× [0.995, 1.001]'],
  [estimate(1.00021, 1.0001, 1.00032), '1.0002× [1.0001, 1.0003]'],
  [estimate(1.03, 0.89, 1.19), '1.03× [0.89, 1.19]'],
  [estimate(5.2, 3, 9), '5.2× [3.0, 9.0]'],
  [estimate(523.4, 511, 536), '523× [511, 536]'],
  [estimate(0.0123, 0.012, 0.0126), '0.0123× [0.0120, 0.0126]'],
  [estimate(1, 1, 1), '1.00× [1.00, 1.00]'],
]

for (const [ratio, text] of ratios) {
  test(`formatRatio gives the digits that the interval bears out: ${text}`, () => {
    assert.equal(formatRatio(ratio), text)
  })
}

test('formatRatio shows on which side of 1 an end lies', () => {
  assert.equal(formatRatio(estimate(1.35, 0.97, 1.88)), '1.35× [0.97, 1.88]')
  assert.equal(formatRatio(estimate(1.35, 1.04, 1.75)), '1.35× [1.04, 1.75]')
})

test('formatRatio writes x where the terminal is plain', () => {})

for (const [fraction, text] of [
  [0, '0 %'],
  [0.0005, '0.05 %'],
  [0.002, '0.2 %'],
  [0.01, '1 %'],
  [0.0125, '1.3 %'],
  [0.965, '97 %'],
  [0.95, '95 %'],
  [0.9962, '99.6 %'],
  [0.9999, '99.9 %'],
  [1, '100 %'],
] as const) {
  test(`formatPercent gives ${fraction} as ${text}`, () => assert.equal(formatPercent(fraction), text))
}

test('formatMemory gives whole gibibytes, and mebibytes below one', () => {
  assert.equal(formatMemory(8_589_934_592), '8 GiB')
  assert.equal(formatMemory(512 * 2 ** 20), '512 MiB')
})

test('formatBytes chooses the unit and shows three digits, bytes whole from one on', () => {
  const sizes = [0, 0.0005, 0.25, 1.4, 1023, 1024, 27_031, 1_048_570, 4_700_000, 3e9]
  assert.deepEqual(
    sizes.map(size => formatBytes(size)),
    ['0 B', '<0.01 B', '0.25 B', '1 B', '1023 B', '1.00 KiB', '26.4 KiB', '1.00 MiB', '4.48 MiB', '2.79 GiB'],
  )
})

test('formatCount shows two digits below ten and whole numbers above', () => {
  assert.deepEqual([0, 0.0029, 0.244, 2.5, 9.96, 271.7].map(formatCount), [
    '0',
    '<0.01',
    '0.24',
    '2.5',
    '10',
    '272',
  ])
})

test('formatShare shows an interval, and of none or all only the bound', () => {
  const share = (value: number, lower: number, upper: number) => formatShare({ value, lower, upper })
  assert.equal(share(0.02, 0.0024, 0.07), '2 % [0.24, 7]')
  assert.equal(share(0, 0, 0.0037), '0 % (under 0.37 %)')
  assert.equal(share(1, 0.95, 1), '100 % (over 95 %)')
  assert.equal(share(1, 0.9962, 1), '100 % (over 99.6 %)')
})

test('launchesText gives the range of launches, and minuteText an instant in UTC', () => {
  assert.deepEqual([[], [1], [5, 5], [10, 4]].map(launchesText), [
    'no launches',
    '1 launch',
    '5 launches',
    '4 to 10 launches',
  ])
  assert.equal(minuteText('2026-11-25T11:12:59+01:00'), '2026-11-25 10:12')
})
