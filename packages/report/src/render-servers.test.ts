import assert from 'node:assert/strict'
import { test } from 'node:test'
import { routedSample, serverSample } from '@steelyard/record/fixtures/server-sample'
import { displayWidth } from '../../text/src/display-width.ts'
import { renderMarkdown } from './markdown/render-markdown.ts'
import { renderReport } from './terminal/render-report.ts'

const WIDE = { width: 200, color: false }

test('renderReport shows latency, rates, load and CPU of single requests', () => {
  const text = renderReport(serverSample(), WIDE)
  assert.match(text, /wall\/request +CPU\/request/)
  assert.match(
    text,
    /node@\S+ +2\.00 ms +4\.00 ms +8\.00 ms +9\.00 ms +11\.0 ms +4\.40 ms +2\.10 ms +31\.0 ms +3\.00 ms$/m,
  )
  assert.match(text, /bun@\S+ .*31\.0 ms +–$/m)
  assert.match(text, /node@\S+ +900 +950 +1,200 +1,300 +1,190 +80 +900$/m)
  assert.match(text, /bun@\S+ +2,400 +0 +1 +99 %, bound +60,000\/s$/m)
  assert.match(text, /CPU time of single requests: .*\n.*\n.*\n +node@\S+ +100 +4\.40 ms/)
})

test('renderReport splits the latency of a pool', () => {
  const text = renderReport(routedSample(), WIDE)
  assert.match(text, /queueing +CPU alone +the other kind +core/)
  assert.match(text, /bun@\S+ +16\.0 ms +10\.5 ms +5\.50 ms +200 µs +– +90 %$/m)
  assert.doesNotMatch(renderReport(serverSample(), WIDE), /Behind a router/)
})

test('renderReport takes the core of a pool from the launches whose CPU time was read', () => {
  const record = routedSample()
  const results = record.results.map(result => {
    if (result.server === null) return result
    const { launches } = result.server
    const unread = launches.map(launch => ({ ...launch, turns: { ...launch.turns, serverCpuNs: null } }))
    return { ...result, server: { ...result.server, launches: [...launches, ...unread] } }
  })
  assert.match(renderReport({ ...record, results }, WIDE), /bun@\S+ +16\.0 ms .* 90 %$/m)
})

test('renderReport and renderMarkdown warn of unequal configuration above the headlines', () => {
  const record = serverSample()
  const said = /NODE\\?_ENV is development against production, compression is gzip against none/
  const text = renderReport(record, WIDE)
  assert.match(text, said)
  assert.ok(text.search('Unequal configuration') < text.search('wall/request'))
  assert.match(renderMarkdown(record), said)
  const server = record.results.find(result => result.server)?.server
  assert.ok(server)
  const alike = record.results.map(result => (result.server ? { ...result, server } : result))
  assert.doesNotMatch(renderReport({ ...record, results: alike }, WIDE), /Unequal configuration/)
})

test('renderReport keeps the figures of servers within the width', () => {
  for (const width of [40, 80, 100]) {
    const lines = renderReport(routedSample(), { ...WIDE, width }).split('\n')
    assert.deepEqual(
      lines.filter(line => displayWidth(line) > width),
      [],
    )
  }
})
