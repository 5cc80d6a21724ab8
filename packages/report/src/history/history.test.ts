import assert from 'node:assert/strict'
import { test } from 'node:test'
import { renderOutlines } from '../terminal/render-outline.ts'
import { days, point, SETTING, stepped } from './fixtures/history-points.ts'
import { type History, historyOf, type Setting } from './history.ts'
import { historyPage } from './history-outline.ts'

const STYLE = { width: 100, color: false }

const renderHistory = (history: History, style = STYLE) => renderOutlines(historyPage(history), style)

test('historyOf finds the record from which the ratio is another, and how much', () => {
  const { settings } = historyOf('json-reviver', stepped.toReversed(), [], 0.05)
  assert.equal(settings.length, 1)
  const [series] = settings[0]?.series ?? []
  assert.deepEqual(
    series?.points.map(({ record }) => record),
    stepped.map(({ record }) => record),
  )
  const [change, another] = series?.changes ?? []
  assert.equal(another, undefined)
  assert.deepEqual([change?.before.record, change?.after.record], ['record-19', 'record-20'])
  assert.ok(change?.ratio && change.ratio.lower < 1.2 && change.ratio.upper > 1.2)
  assert.ok(series && series.level.lower < 2.4 && series.level.upper > 2.4 && series.level.n === 11)
})

test('historyOf never joins records of another CPU, kernel, affinity, version, estimator, code or window', () => {
  const others: Partial<Setting>[] = [
    { cpuModel: 'Intel' },
    { cpuId: 'zen3-25.1-0a1b2c' },
    { cpuId: null },
    { estimator: 2 },
    { codeSha256: 'cd'.repeat(32) },
    { windowNs: 80e6 },
    { windowNs: null },
    { kernel: 'Linux 6.19' },
    { affinity: 'all' },
    { steelyardVersion: '0.2.0' },
    { cores: 4 },
  ]
  for (const other of others) {
    const points = stepped.map((each, index) =>
      index < 19 ? each : { ...each, setting: { ...SETTING, ...other } },
    )
    const { settings, apart } = historyOf('json-reviver', points, [], 0.05)
    assert.deepEqual(apart, Object.keys(other))
    assert.deepEqual(
      settings.map(({ records }) => records),
      [11, 19],
    )
    assert.ok(settings.every(({ series }) => series.every(({ changes }) => changes.length === 0)))
  }
})

test('renderHistory names the cpuId of each trend and what sets it apart', () => {
  const points = stepped.map((each, index) =>
    index < 19 ? each : { ...each, setting: { ...SETTING, cpuId: 'zen3-25.1-0a1b2c', estimator: 2 } },
  )
  const text = renderHistory(historyOf('json-reviver', points, [], 0.05)).replaceAll(/\n */g, ' ')
  assert.match(text, /which differ in cpuId, way of estimating: apart below/)
  assert.match(text, /AMD EPYC, zen5-26\.2-ff4994, 2 cores.*estimator 1/)
  assert.match(text, /AMD EPYC, zen3-25\.1-0a1b2c, 2 cores.*estimator 2/)
  const unidentified = stepped.map(each => ({ ...each, setting: { ...SETTING, cpuId: null } }))
  assert.match(
    renderHistory(historyOf('json-reviver', unidentified, [], 0.05)),
    /AMD EPYC, CPU not identified, 2 cores/,
  )
})

test('historyOf keeps the rate of false alarms over all trends together', t => {
  const histories = 60
  const alarmed = days(histories).filter(() => {
    const points = days(15).flatMap(day =>
      days(12).map(number => point(day, 1, { headSide: { case: `case-${number}`, line: 'node' } })),
    )
    const { settings } = historyOf('json-reviver', points, [], 0.05)
    return settings.some(({ series }) => series.some(({ changes }) => changes.length > 0))
  })
  t.diagnostic(`${alarmed.length} of ${histories} families of 12 trends`)
  assert.ok(alarmed.length / histories <= 0.05 + 3 * Math.sqrt((0.05 * 0.95) / histories))
})

test('historyOf says where there are too few records, and takes the interval of a single one', () => {
  const [single] = stepped
  assert.ok(single)
  const { settings } = historyOf('json-reviver', [single], [], 0.05)
  const [series] = settings[0]?.series ?? []
  assert.equal(series?.isLongEnough, false)
  assert.deepEqual(series?.level, single.ratio)
})

test('renderHistory shows the trend, each record and the change in words', () => {
  const text = renderHistory(historyOf('json-reviver', stepped, [], 0.05), STYLE)
  assert.match(text, /^json-reviver\n\n30 records, 1 trends?\./)
  assert.match(text, /node: arrow-2 to parse +30 +2\.\d+× \[.*\] +1 +[▁▂]+[▃-▇]?[▇█]+\n/)
  assert.match(text, /\n +2026-01-20 00:00 node@26\.2\.0 .*● +new level\n/)
  assert.match(
    text.replaceAll(/\n */g, ' '),
    /node: arrow-2 to parse \(payload=rsc\) became 1\.(?:19|2)\d*× \[.*\] of what it was, between 2026-01-19 00:00 and 2026-01-20 00:00; node@26\.1\.0 became node@26\.2\.0\./,
  )
  for (const line of text.split('\n')) assert.ok(line.length <= STYLE.width, line)
})

test('renderHistory names what sets records apart, and marks times as a description', () => {
  const other = { ...SETTING, kernel: 'Linux 6.19' }
  const points = [...stepped, point(31, 2, { setting: other, record: 'other' })]
  const times = { setting: other, params: '{}', case: 'parse', line: 'node', records: 1 }
  const text = renderHistory(
    historyOf('json-reviver', points, [{ ...times, lowestNs: 1e3, highestNs: 1e3, latestNs: 1e3 }], 0.05),
    { ...STYLE, width: 80 },
  )
  assert.match(
    text.replaceAll(/\n */g, ' '),
    /They are of 2 kinds, which differ in kernel: apart below, never in one trend\./,
  )
  assert.match(text.replaceAll(/\n */g, ' '), /they form no trend and are not compared contender/)
  for (const line of text.split('\n')) assert.ok(line.length <= 80, line)
})

test('renderHistory shows results of other tools next to the trends, and alone without trends', () => {
  const contender = { params: '{"payload":"rsc"}', case: 'parse', line: 'deno', records: 2 }
  const times = { lowestNs: 1e3, highestNs: 3e3, latestNs: 2e3 }
  const days = { firstAt: '2026-01-02 00:00:00', lastAt: '2026-02-03 00:00:00' }
  const others = [{ timer: 'deno-bench', ...contender, ...times, ...days }]
  for (const points of [stepped, []]) {
    const history = historyOf('json-reviver', points, [], 0.05, others)
    const text = renderHistory(history, STYLE)
    assert.equal(/trends?\./.test(text), points.length > 0)
    assert.match(
      text,
      /deno-bench +deno: parse payload=rsc +2 +1\.\d+ µs +3\.\d+ µs +2\.\d+ µs +2026-01-02 +2026-02-03/,
    )
  }
})

test('renderHistory lets no text of a record move the cursor', () => {
  const points = stepped.map(each => ({ ...each, headSide: { case: '\u001b[2Jarrow', line: 'node' } }))
  assert.ok(!renderHistory(historyOf('json\u001b[31m', points, [], 0.05), STYLE).includes('\u001b'))
})
