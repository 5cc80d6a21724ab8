// Compares the real tools' output about an export (kept in fixtures) with today's export of that record.
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

/** Reads the Go format as its tools do: a target by its key, and values by their units. Nanoseconds, as they stand. */
function goValues(): (name: string, target: string, unit: string) => number[] {
  const values = new Map<string, number[]>()
  let target = ''
  for (const line of Array.from(exportRecords([record], 'benchstat').text)
    .join('')
    .split('\n')) {
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
