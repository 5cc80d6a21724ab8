import assert from 'node:assert/strict'
import { test } from 'node:test'
import { soundlyDated } from './tracks.ts'

test('a release that is dated after a later one has no date', () => {
  const published = (version: string, publishedAt: string | null) => ({
    version,
    publishedAt,
    packageName: 'deno',
  })
  const dated = soundlyDated([
    published('2.3.0', '2026-03-20T05:23:12Z'),
    published('2.4.0', '2026-05-14T11:10:00Z'),
    published('2.5.0', '2025-09-16T15:54:34Z'),
    published('2.5.1', null),
    published('2.6.0', '2025-12-11T02:09:24Z'),
  ])
  assert.deepEqual(
    dated.map(({ version, publishedAt }) => [version, publishedAt?.slice(0, 10) ?? null]),
    [
      ['2.3.0', null],
      ['2.4.0', null],
      ['2.5.0', '2025-09-16'],
      ['2.5.1', null],
      ['2.6.0', '2025-12-11'],
    ],
  )
})
