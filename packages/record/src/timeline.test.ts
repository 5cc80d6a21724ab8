import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { appendLines } from './files/append-lines.ts'
import { readTimelines, timelineFile } from './timeline.ts'

test('readTimelines returns the lines of each suite on each runtime, in order', async t => {
  const folder = mkdtempSync(join(os.tmpdir(), 'steelyard-timeline-'))
  t.after(() => rmSync(folder, { recursive: true }))
  assert.deepEqual(readTimelines(folder), [])
  const timelines = ['bun', 'node'].flatMap(runtime =>
    ['json', 'url'].map(suite => ({ runtime, suite, lines: [{ case: `${suite} on ${runtime}` }] })),
  )
  for (const { runtime, suite, lines } of timelines.toReversed()) {
    await appendLines(timelineFile(folder, runtime, suite), lines)
  }
  assert.deepEqual(readTimelines(folder), timelines)
})
