// Compares the real tools' output about an export (kept by scripts/read-exports.ts) with today's export of that record.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { readRecord } from '@steelyard/record'
import { median } from '@steelyard/stats'
import { exportRecords } from './index.ts'

const RESULTS = join(import.meta.dirname, '../../../../results')
const record = await readRecord(join(RESULTS, 'trig.json'))

function golden(name: string): string {
  return readFileSync(join(import.meta.dirname, 'fixtures', name), 'utf8')
}

function exported(format: 'benchstat' | 'google-benchmark'): string {
  return Array.from(exportRecords([record], format).text).join('')
}

/** Reads the Go format as its tools do: a target by its key, and values by their units. Nanoseconds, as they stand. */
function goValues(): (name: string, target: string, unit: string) => number[] {
  const values = new Map<string, number[]>()
  let target = ''
  for (const line of exported('benchstat').split('\n')) {
    target = /^target: (.*)$/.exec(line)?.[1] ?? target
    const [, name, measurements = ''] = /^Benchmark(\S+)\s+\d+\s+(.*)$/.exec(line) ?? []
    for (const [, value, unit] of measurements.matchAll(/(\S+)\s+(\S+)/g)) {
      const key = `${name} ${target} ${unit}`
      values.set(key, [...(values.get(key) ?? []), Number(value)])
    }
  }
  return (name, target, unit) => values.get(`${name} ${target} ${unit}`) ?? []
}

test('benchstat shows the median over launches of every case on every target, on both clocks', () => {
  const [, table = ''] =
    golden('benchstat.txt')
      .split('\n\n$ ')[1]
      ?.match(/^.*?\n([\s\S]*)$/) ?? []
  const targets = record.targets.map(({ id }) => id)
  const valuesOf = goValues()
  let shown = 0
  for (const part of table.split('\n\n')) {
    const unit = part.includes('cpu-sec/op') ? 'cpu-ns/op' : 'ns/op'
    for (const [, caseId = '', cells = ''] of part.matchAll(/^Trig\/case=(\S+)-1 +(.*)$/gm)) {
      const medians = Array.from(cells.matchAll(/(\d[\d.]*)(µ|m|n) ± /g), ([, number, unit]) => {
        const scale = { n: 1, µ: 1e3, m: 1e6 }[unit as 'n' | 'µ' | 'm']
        return Number(number) * scale
      })
      assert.equal(medians.length, targets.length, part)
      for (const [index, target] of targets.entries()) {
        const expected = median(valuesOf(`Trig/case=${caseId}-1`, target, unit))
        assert.ok(Math.abs((medians[index] ?? 0) / expected - 1) < 0.002, `${caseId} on ${target}`)
        shown++
      }
    }
  }
  assert.equal(shown, 2 * record.results.length)
})

test("Google Benchmark's compare.py shows the launches of both sides and its test over them", () => {
  const text = golden('compare-py.txt')
  const { benchmarks } = JSON.parse(exported('google-benchmark')) as {
    benchmarks: { name: string; run_type: string; real_time: number; cpu_time: number; time_unit: string }[]
  }
  assert.ok(benchmarks.every(each => each.run_type === 'iteration' && each.time_unit === 'ns'))
  for (const caseId of new Set(record.results.map(result => result.case))) {
    const rows = Array.from(
      text.matchAll(new RegExp(`^trig/${caseId}/\\[node@26.10.0 vs. bun@1.4.5\\] +(.*)$`, 'gm')),
      ([, cells = '']) => cells.trim().split(/ +/).map(Number),
    )
    const shownIn = (column: number) => rows.map(row => row[column])
    const rounded = (target: string, clock: 'real_time' | 'cpu_time') =>
      benchmarks
        .filter(({ name }) => name === `trig/${caseId}/${target}`)
        .map(each => Math.round(each[clock]))
    assert.ok(rows.length > 0)
    assert.deepEqual(shownIn(2), rounded('node@26.10.0', 'real_time'))
    assert.deepEqual(shownIn(3), rounded('bun@1.4.5', 'real_time'))
    assert.deepEqual(shownIn(4), rounded('node@26.10.0', 'cpu_time'))
    assert.deepEqual(shownIn(5), rounded('bun@1.4.5', 'cpu_time'))
    const n = rows.length
    assert.match(text, new RegExp(`^trig/${caseId}/.*_pvalue .*U Test, Repetitions: ${n} vs ${n}`, 'm'))
  }
})
