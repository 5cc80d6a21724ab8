import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readBenchReport } from './report.ts'

const METRIC = { samples: [90, 110], mean: 100, median: 99, p99: 110, min: 90, max: 110 }

function report(group: object): string {
  return JSON.stringify({ environment: {}, groups: [{ name: 'main', ...group }] })
}

const OVERHEAD = { syncNs: 5, asyncNs: 70 }

test('readBenchReport reads the case, with counts that are written as text', () => {
  const cases = [{ name: 'case', status: 'ok', iterationsPerSample: '16', wallNs: METRIC }]
  const read = readBenchReport(report({ cases, overhead: OVERHEAD }), false)
  assert.deepEqual(read, {
    ...{ headlineNs: 100, minNs: 90, p50Ns: 99, p99Ns: 110, maxNs: 110 },
    ...{ samples: 2, iterations: 32, emptyNs: 5 },
  })
  assert.equal(readBenchReport(report({ cases, overhead: OVERHEAD }), true).emptyNs, 70)
})

test('readBenchReport throws failures, also when there is no case', () => {
  const cases = [{ name: 'case', status: 'failed', error: 'Error: oh no\n    at x' }]
  assert.throws(() => readBenchReport(report({ cases }), false), /^Error: Error: oh no$/)
  assert.throws(() => readBenchReport(report({ error: 'no handler' }), false), /no handler/)
  assert.throws(() => readBenchReport(report({}), false), SyntaxError)
})
