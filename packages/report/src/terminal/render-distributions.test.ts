import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LaunchRecord, RunRecord } from '@steelyard/record'
import { foreignSample } from '@steelyard/record/fixtures/foreign-sample'
import { sampleRecord, sampleTargetsRecord } from '@steelyard/record/fixtures/sample-record'
import type { TerminalStyle } from '@steelyard/text'
import { displayWidth } from '../../../text/src/display-width.ts'
import { samplesTables } from '../content/tables/samples.ts'
import { renderBlocks } from './print-blocks.ts'

const renderDistributions = (record: RunRecord, style: TerminalStyle) =>
  renderBlocks(samplesTables(record), style)

const STYLE = { width: 100, color: false }

/** Every result with these samples, in two launches. */
function withSamples(record: RunRecord, samples: readonly number[]): RunRecord {
  const half = samples.length / 2
  const part = (launch: LaunchRecord, wallNs: readonly number[]) => ({
    ...launch,
    wallNs,
    audit: null,
    cpuNs: null,
  })
  return {
    ...record,
    results: record.results.map(result => {
      const [first] = result.launches
      if (first === undefined) return result
      return { ...result, launches: [part(first, samples.slice(0, half)), part(first, samples.slice(half))] }
    }),
  }
}

test('renderDistributions shows two kinds of samples as two hills, with the tail in numbers', () => {
  const samples = [...Array(60).fill(100), ...Array(39).fill(200), 1000]
  const text = renderDistributions(withSamples(sampleTargetsRecord(), samples), STYLE)
  assert.match(text, /^Samples of json-reviver.*: the distribution of times/)
  const line = /^ {4}node@26\.10\.0 +100 +2\.00× +10× {2}(.*)$/m.exec(text)?.[1] ?? ''
  assert.match(line, /^ *█ +▅▁? *$/)
})

test('renderDistributions has a line for every contender with samples, in the order of the tables', () => {
  const record = sampleRecord()
  const lines = renderDistributions(record, STYLE).split('\n')
  assert.deepEqual(
    lines.flatMap(line => /^ {4}([a-z][\w-]*) /.exec(line)?.[1] ?? []),
    [
      ...['parse', 'arrow-2', 'function-arguments', 'hoisted', 'context-source'],
      ...['parse', 'arrow-2', 'function-arguments', 'hoisted', 'delete-keys'],
    ],
  )
})

test('renderDistributions is empty without samples, and takes those of another tool', () => {
  const foreign = foreignSample()
  assert.equal(renderDistributions(foreign, STYLE), '')
  const results = foreign.results.map(result =>
    result.foreign === null ? result : { ...result, foreign: { ...result.foreign, samplesNs: [1, 2, 2, 3] } },
  )
  assert.match(renderDistributions({ ...foreign, results }, STYLE), /^ {4}parse +4 +1\.\d\d× +1\.50× .*█.*$/m)
})

for (const width of [40, 60, 80, 100, 140]) {
  test(`renderDistributions stays within ${width} columns`, () => {
    for (const record of [sampleRecord(), sampleTargetsRecord()]) {
      const lines = renderDistributions(record, { width, color: true }).split('\n')
      assert.deepEqual(
        lines.filter(line => displayWidth(line) > width),
        [],
      )
    }
  })
}
