import assert from 'node:assert/strict'
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { type TimelineGap, timelineFile } from '../timeline.ts'
import { appendLines } from './append-lines.ts'
import { readTimeline, readTimelines } from './read-timeline.ts'

const GAP: TimelineGap = {
  ...{ case: 'sums', params: {}, code: 'c0de', estimator: 4, windowNs: 1, cpuId: 'test' },
  ...{ release: { version: '1.0.3', engine: null, date: null }, at: '2026-01-01T00:00:00Z', gap: 'no sums' },
}

test('readTimelines returns the lines of each suite on each runtime, in order', async t => {
  const folder = mkdtempSync(join(os.tmpdir(), 'steelyard-timeline-'))
  t.after(() => rmSync(folder, { recursive: true }))
  assert.deepEqual(readTimelines(folder), [])
  const timelines = ['bun', 'node'].flatMap(runtime =>
    ['json', 'url'].map(suite => ({
      runtime,
      suite,
      lines: [{ ...GAP, case: `${suite} on ${runtime}` }],
    })),
  )
  for (const { runtime, suite, lines } of timelines.toReversed()) {
    await appendLines(timelineFile(folder, runtime, suite), lines)
  }
  assert.deepEqual(readTimelines(folder), timelines)
})

test('readTimeline names the first line that is of no timeline', async t => {
  const folder = mkdtempSync(join(os.tmpdir(), 'steelyard-timeline-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const file = timelineFile(folder, 'node', 'sums')
  await appendLines(file, [GAP, { ...GAP, gap: null }])
  const message = `Cannot read line 2 of ${file}: it is no line of a timeline.`
  assert.throws(() => readTimeline(file), { name: 'SyntaxError', message })
  appendFileSync(file, '{"a"\n')
  assert.throws(() => readTimelines(folder), { message: `Cannot read line 3 of ${file}: it is no JSON.` })
  writeFileSync(file, '\n{}\n')
  assert.throws(() => readTimeline(file), { message })
})
