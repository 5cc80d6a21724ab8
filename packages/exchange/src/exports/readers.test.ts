// What the real tools said of an export (scripts/read-exports.ts keeps it) against the record it was made from.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { median } from '@steelyard/stats'
import { readRecord, SAMPLE_COLUMNS } from '@steelyard/store'
import { launchValues } from './launch-values.ts'

const RESULTS = join(import.meta.dirname, '../../../../results')
const record = await readRecord(join(RESULTS, 'trig.json'))

function golden(name: string): string {
  return readFileSync(join(import.meta.dirname, 'fixtures', name), 'utf8')
}

function valuesOf(caseId: string, target: string, clock: 'wallNs' | 'cpuNs'): number[] {
  const result = record.results.find(each => each.case === caseId && each.target === target)
  assert.ok(result, `${caseId} on ${target}`)
  return launchValues(result).flatMap(value => value[clock] ?? [])
}

test('benchstat shows the median over launches of every case on every target, on both clocks', () => {
  const [, table = ''] =
    golden('benchstat.txt')
      .split('\n\n$ ')[1]
      ?.match(/^.*?\n([\s\S]*)$/) ?? []
  const targets = record.targets.map(({ id }) => id)
  let shown = 0
  for (const part of table.split('\n\n')) {
    const clock = part.includes('cpu-sec/op') ? 'cpuNs' : 'wallNs'
    for (const [, caseId = '', cells = ''] of part.matchAll(/^Trig\/case=(\S+)-1 +(.*)$/gm)) {
      const medians = Array.from(cells.matchAll(/(\d[\d.]*)(µ|m|n) ± /g), ([, number, unit]) => {
        const scale = { n: 1, µ: 1e3, m: 1e6 }[unit as 'n' | 'µ' | 'm']
        return Number(number) * scale
      })
      assert.equal(medians.length, targets.length, part)
      for (const [index, target] of targets.entries()) {
        const expected = median(valuesOf(caseId, target, clock))
        assert.ok(Math.abs((medians[index] ?? 0) / expected - 1) < 0.002, `${caseId} on ${target}`)
        shown++
      }
    }
  }
  assert.equal(shown, 2 * record.results.length)
})

test("Google Benchmark's compare.py shows the launches of both sides and its test over them", () => {
  const text = golden('compare-py.txt')
  for (const caseId of new Set(record.results.map(result => result.case))) {
    const rows = Array.from(
      text.matchAll(new RegExp(`^trig/${caseId}/\\[node@26.10.0 vs. bun@1.4.5\\] +(.*)$`, 'gm')),
      ([, cells = '']) => cells.trim().split(/ +/).map(Number),
    )
    const shownIn = (column: number) => rows.map(row => row[column])
    const rounded = (target: string, clock: 'wallNs' | 'cpuNs') =>
      valuesOf(caseId, target, clock).map(value => Math.round(value))
    assert.deepEqual(shownIn(2), rounded('node@26.10.0', 'wallNs'))
    assert.deepEqual(shownIn(3), rounded('bun@1.4.5', 'wallNs'))
    assert.deepEqual(shownIn(4), rounded('node@26.10.0', 'cpuNs'))
    const n = rows.length
    assert.match(text, new RegExp(`^trig/${caseId}/.*_pvalue .*U Test, Repetitions: ${n} vs ${n}`, 'm'))
  }
})

test('docs/exchange.md describes every column', () => {
  const text = readFileSync(join(RESULTS, '../docs/exchange.md'), 'utf8')
  const [columns = ''] = text.split('## Columns of the CSV')[1]?.split('\n## ') ?? []
  const rows = Array.from(columns.matchAll(/^\| `(\w+)` +\| (.*?) +\|$/gm), ([, name, description]) => ({
    name,
    description,
  }))
  assert.deepEqual(rows, SAMPLE_COLUMNS)
})
