// What the readers of other tools take from an export, read as their own code does.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { type RunRecord, readRecord } from '@steelyard/record'
import { sampleRecord, sampleTargetsRecord } from '@steelyard/record/fixtures/sample-record'
import { type ExportFormat, exportRecords } from './index.ts'
import { launchValues } from './launch-values.ts'

const trig = await readRecord(join(import.meta.dirname, '../../../../results/trig.json'))
/** Two targets, as compare has them. */
const two = {
  ...trig,
  targets: trig.targets.slice(0, 2),
  results: trig.results.filter(({ target }) => trig.targets.slice(0, 2).some(({ id }) => id === target)),
}

function textOf(format: ExportFormat, record: RunRecord = two): string {
  return Array.from(exportRecords([record], format).text).join('')
}

test("Node's compare.R finds both sides of every case, one rate a launch", () => {
  const [header, ...lines] = textOf('node-compare').trimEnd().split('\n')
  assert.equal(header, '"binary","filename","configuration","rate","time"')
  const rows = lines.map(line => {
    // Its columns are three texts and two numbers.
    const [, binary, filename, configuration, rate, time] =
      /^"(old|new)","([^"]*)","((?:[^"]|"")*)",([^,]+),([^,]+)$/.exec(line) ?? []
    return { binary, name: `${filename}${configuration}`, rate: Number(rate), time: Number(time) }
  })
  assert.ok(rows.every(({ rate, time }) => rate > 0 && time > 0))
  const ratesOf = (name: string, side: string) =>
    rows.filter(row => row.name === name && row.binary === side).map(({ rate }) => rate)
  const [base, head] = two.targets.map(({ id }) => id)
  for (const caseId of new Set(two.results.map(result => result.case))) {
    for (const [side, target] of [
      ['old', base],
      ['new', head],
    ] as const) {
      const result = two.results.find(one => one.case === caseId && one.target === target)
      assert.ok(result)
      const expected = launchValues(result).map(({ wallNs }) => 1e9 / wallNs)
      assert.deepEqual(ratesOf(`trig/${caseId}`, side), expected)
    }
  }
})

test('a record of three targets or one is not written for a tool that knows two', () => {
  const record = sampleTargetsRecord()
  const alone = { ...record, compared: null, targets: record.targets.slice(0, 1) }
  assert.throws(() => exportRecords([record], 'node-compare'), /it has 3 targets .* has two/)
  assert.throws(() => exportRecords([alone], 'node-compare'), /it has 1 target \(.* has two/)
})

test('rows of several timers differ in their configuration', () => {
  const results = two.results.flatMap(one => [one, { ...one, timer: 'mitata' as const }])
  const [, ...lines] = textOf('node-compare', { ...two, results })
    .trimEnd()
    .split('\n')
  const counts = (configuration: string) => lines.filter(line => line.includes(`",${configuration},`)).length
  assert.deepEqual([counts('""'), counts(`"timer='mitata'"`)], [lines.length / 2, lines.length / 2])
})

test('configurations are quoted as read.csv reads them', () => {
  const record = sampleRecord()
  const results = record.results.map(one => ({ ...one, params: { text: 'a "b", c', size: 10 } }))
  const [, line = ''] = textOf('node-compare', { ...record, results }).split('\n')
  assert.match(line, /^"old","json-reviver\/\w[\w-]*","text='a ""b"", c' size=10",[\d.]+,[\d.e-]+$/)
})
