import assert from 'node:assert/strict'
import { test } from 'node:test'
import { figuresSample } from '@steelyard/record/fixtures/figures-sample'
import { profileSample } from '@steelyard/record/fixtures/profile-sample'
import { displayWidth } from '../../../text/src/display-width.ts'
import { renderMarkdown } from '../markdown/render-markdown.ts'
import { renderReport } from './render-report.ts'

test('renderReport shows memory in one table for all targets', () => {
  const text = renderReport(figuresSample(), { width: 120, color: false })
  assert.match(text, /Memory: allocated per iteration/)
  assert.match(text, /^ +target +allocated +outside +minor +full +paused +longest +left +GC +others$/m)
  assert.match(text, /node@\S+ +26\.4 KiB +640 B +2\.5 +0\.50 +2\.00 ms +1\.00 ms +4\.48 MiB +12 % +3\.4 %/)
  assert.match(text, /bun@\S+ +– +– +2\.5 +0\.50 .* – +–$/m)
})

test('renderReport says why a figure is missing, and what is counted', () => {
  const text = renderReport(figuresSample(), { width: 300, color: false })
  assert.match(text, /No allocated of parse on bun@\S+: no collection in 2000 iterations: too few/)
  assert.match(text, /No GC, others of parse on bun@\S+: this platform does not report the CPU time/)
  assert.match(text, /On bun@\S+ 'allocated' and 'left' hold memory outside of the heap too/)
})

test('renderReport shows single calls and their share over the budget', () => {
  const text = renderReport(figuresSample(), { width: 300, color: false })
  assert.match(
    text,
    /Single calls: .* over 10\.0 ms of CPU time, or of wall time where it says so, with 95 % intervals/,
  )
  assert.match(text, /node@\S+ +2 +1\.50 ms +1\.50 ms +– +– +2\.00 ms +0 % \(under 84 %\) wall/)
  assert.match(text, /No p95, p99 of parse on node@\S+: needs 20 to 100 calls, there were 2$/m)
})

test('renderReport keeps figures within the width', () => {
  for (const width of [40, 80, 100]) {
    const lines = renderReport(figuresSample(), { width, color: false }).split('\n')
    assert.deepEqual(
      lines.filter(line => displayWidth(line) > width),
      [],
    )
  }
})

test('what lies behind a verdict has a line for each place on every usual terminal', () => {
  const {
    causes: [cause],
    ...record
  } = profileSample()
  const [own, collector] = cause?.rows ?? []
  assert.ok(cause && own && collector)
  const callee = 'v8::internal::JsonParseInternalizer::InternalizeJsonProperty'
  const rows = [{ ...own, functionName: 'short' }, { ...own, functionName: 'revive', callee }, collector]
  const linesOf = (width: number) =>
    renderReport({ ...record, causes: [{ ...cause, rows }] }, { width, color: false }).split('\n')
  const wide = linesOf(160)
  assert.ok(
    wide.some(line => line.includes('revive (suite.ts:22) > JsonParseInternalizer::InternalizeJsonProperty')),
  )
  for (const width of [80, 100]) {
    const lines = linesOf(width)
    assert.deepEqual(
      lines.filter(line => displayWidth(line) > width),
      [],
    )
    const table = lines.slice(lines.findIndex(line => / base +head +difference/.test(line)))
    assert.match(table[2] ?? '', /^ {4}short\S* .*900 ns +1\.60 µs +\+700 ns +50\.0 ns +70 %/)
    assert.match(table[3] ?? '', /^ {4}revive .*…\S*Property +900 ns /)
    assert.match(table[4] ?? '', /^ {4}\(garbage collector\) +100 ns /)
    assert.equal(/with calls$/.test(table[0] ?? ''), width === 100)
  }
})

test('renderMarkdown has the same figures', () => {
  const text = renderMarkdown(figuresSample())
  assert.match(text, /#### Memory/)
  assert.match(
    text,
    /\| `parse` \|[ |]*\|\n\| `node@\S+` \| 26\.4 KiB \| 640 B \| 2\.5 \| 0\.50 \| 2\.00 ms \| 1\.00 ms \| 4\.48 MiB \| 12 % \| 3\.4 % \|/,
  )
  assert.match(text, /\| `bun@\S+` \| {2}\| {2}\| 2\.5 \|/)
  assert.match(text, /#### Single calls/)
})

test('renderReport shows the range of values that say why figures are missing', () => {
  const record = figuresSample()
  const results = record.results.map(({ memory, calls, ...result }) => ({
    ...result,
    memory: memory && {
      ...memory,
      missing: { cpuShare: { code: 'main-thread-waited', waitedShare: 0.25 } },
    },
    calls: calls && {
      ...calls,
      missing: {
        p95Ns: { code: 'call-too-short', leastNs: 20e3 },
        p99Ns: { code: 'call-too-short', leastNs: 1.2e6 },
      },
    },
  }))
  const text = renderReport({ ...record, results }, { width: 400, color: false })
  assert.match(
    text,
    /No GC, others of parse on node@\S+, parse on bun@\S+: its main thread waited .* for 25 % of/,
  )
  assert.match(text, /No p95, p99 of parse on node@\S+: it is too short: .* at least 20\.0 µs to 1\.20 ms$/m)
})
