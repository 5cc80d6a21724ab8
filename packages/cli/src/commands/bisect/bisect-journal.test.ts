import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { readLines } from '@steelyard/record'
import { type EndsLine, isOver, type Journal, type MiddleLine, writeJournal } from './bisect-journal.ts'

const folder = mkdtempSync(join(os.tmpdir(), 'steelyard-journal-'))
after(() => rmSync(folder, { recursive: true }))

const v8 = { name: 'v8', version: '1' }
const ENDS: EndsLine = {
  ...{ step: 'ends', ends: 1, finishedAt: '2026-11-21T10:00:00.000Z', seconds: 1, launches: 10, note: null },
  ...{ engines: { good: v8, middle: null, bad: v8 }, badRatio: null, record: 'x.json' },
}
const JOURNAL: Journal = {
  head: {
    ...{ schema: 'steelyard/bisect@1', startedAt: '2026-11-21T10:00:00.000Z', command: ['bisect'] },
    steelyard: { version: '0.1.0', commit: null },
    ...{ suite: 'sums', case: '1 / 2', params: {}, runtime: 'node', metric: 'wall', error: 0.05, seed: 1 },
    releases: [{ version: '1.0.0', target: 'node@1.0.0' }],
    rules: { threshold: 0.01, biasAllowance: 0.002, error: 0.01 },
  },
  ends: null,
  middles: [],
}

test('a journal is a line for the search and one for each step', async () => {
  const file = await writeJournal(folder, JOURNAL)
  assert.equal(file, join(folder, '2026-11-21T10-00-00-bisect-sums-1_2.jsonl'))
  assert.deepEqual(readLines(file), [JOURNAL.head])
  assert.deepEqual(readLines(await writeJournal(folder, { ...JOURNAL, ends: ENDS })), [JOURNAL.head, ENDS])
})

const RELEASES = ['1', '2', '3', '4'].map(version => ({ version, target: `node@${version}` }))

function middle(index: number, place: MiddleLine['place']): MiddleLine {
  const { ends: _, ...measured } = ENDS
  return { ...measured, step: 'middle', middle: index, place, misfit: null, middleRatio: null }
}

for (const [what, ends, middles, expected] of [
  ['nothing was measured', null, [], false],
  ['the ends differ', 1, [], false],
  ['the ends are the same', 'same', [], true],
  ['the ends are not known to differ', null, [], true],
  ['releases are left between', 1, [middle(1, 'good')], false],
  ['the release is found', -1, [middle(1, 'good'), middle(2, 'bad')], true],
] as const) {
  test(`a search is over, or not: ${what}`, () => {
    const head = { ...JOURNAL.head, releases: RELEASES }
    const line = what === 'nothing was measured' ? null : { ...ENDS, ends }
    assert.equal(isOver({ head, ends: line, middles }), expected)
  })
}
