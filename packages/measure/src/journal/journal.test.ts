import assert from 'node:assert/strict'
import fs, { appendFileSync, mkdtempSync, rmSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import os from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import type { Preparation } from '../plan/preparation.ts'
import { bareRun } from '../plan/run-options.ts'
import { recordIdentity } from '../suite/measure-suites.ts'
import { Journal } from './journal.ts'
import { SuiteJournal } from './suite-journal.ts'

const HEAD = {
  ...{
    startedAt: '2026-01-02T03:04:05Z',
    steelyard: '1',
    folder: '/é',
    command: ['timeline', 'trig'],
    seed: 1,
  },
}

function newFile(t: TestContext): string {
  const folder = mkdtempSync(join(os.tmpdir(), 'steelyard-journal-'))
  t.after(() => rmSync(folder, { recursive: true }))
  return join(folder, 'journal')
}

test('a journal that forgot goes on with what came after, also once it is opened again', t => {
  const file = newFile(t)
  const journal = Journal.begin(file, HEAD)
  journal.add({ key: 'old', tookNs: 1, value: 1 })
  journal.forget()
  assert.deepEqual([journal.find('old'), journal.size, journal.isOutdated], [null, 0, false])
  journal.add({ key: 'new', tookNs: 1, value: 2 })
  journal.close()
  const unlike = Journal.reopen(file)
  assert.equal(unlike.isOutdated, false, 'nothing was measured again')
  unlike.add({ key: 'new', tookNs: 1, value: 2 })
  assert.equal(unlike.isOutdated, true)
  unlike.close()
  const opened = Journal.reopen(file)
  assert.deepEqual([opened.head.command, opened.size, opened.find('new')?.value], [HEAD.command, 1, 2])
  opened.forget()
  opened.close()
  const again = Journal.reopen(file)
  assert.deepEqual([again.size, again.head.folder, again.head.steelyard], [0, '/é', '1'])
  again.close()
})

for (const [what, bad] of [
  ['two lines in one', '{"key":"to{"key":"torn","tookNs":1}'],
  ['no entry', 'null'],
  ['an entry without its time', '{"key":"torn"}'],
] as const) {
  test(`a journal with a bad line goes on with what came before: ${what}`, t => {
    const file = newFile(t)
    const journal = Journal.begin(file, HEAD)
    journal.add({ key: 'é', tookNs: 1, value: 1 })
    journal.close()
    appendFileSync(file, `${bad}\n{"key":"after","tookNs":1,"value":2}\n`)
    const opened = Journal.reopen(file)
    assert.deepEqual([opened.size, opened.find('é')?.value], [1, 1])
    opened.add({ key: 'new', tookNs: 1, value: 3 })
    opened.close()
    const again = Journal.reopen(file)
    assert.deepEqual([again.size, again.find('new')?.value], [2, 3])
    again.close()
  })
}

test('a journal writes whole lines where the system takes a part of each write', t => {
  const file = newFile(t)
  const journal = Journal.begin(file, HEAD)
  const { writeSync } = fs
  t.mock.method(fs, 'writeSync', (descriptor: number, text: string) =>
    writeSync(descriptor, text.slice(0, 9)),
  )
  syncBuiltinESMExports()
  for (const key of ['a', 'b']) journal.add({ key, tookNs: 1, value: key })
  t.mock.restoreAll()
  syncBuiltinESMExports()
  journal.close()
  const opened = Journal.reopen(file)
  assert.deepEqual([opened.find('a')?.value, opened.find('b')?.value], ['a', 'b'])
  opened.close()
})

test('a recalled measurement takes as long on the clock of a suite as it took, without its writing', async t => {
  let nowMs = 0
  t.mock.method(performance, 'now', () => nowMs)
  let entry: unknown = null
  const journal = {
    ...{ find: () => entry, endAtNew: null },
    add(added: unknown) {
      entry = added
      nowMs += 50
    },
  } as unknown as Journal
  const elapsedNs = async () => {
    const suite = new SuiteJournal(journal, 'plan', new AbortController().signal)
    const beganNs = suite.nowNs()
    await suite.once(['launch'], async () => {
      nowMs += 20
    })
    return suite.nowNs() - beganNs
  }
  assert.deepEqual([await elapsedNs(), await elapsedNs()], [20e6, 20e6])
})

test('recordIdentity is the same once a run is resumed, and another for each stage of it', t => {
  const file = newFile(t)
  const suite = { loaded: { description: { name: 'made' } }, plan: { groups: [] }, codeSha256: 'cc' }
  const preparation = { targets: [], suites: [suite] } as unknown as Preparation
  const identityOf = (journal: Journal | null, seed: number, startedAt: string) =>
    recordIdentity(journal, preparation, bareRun({ rules: { seed } }), startedAt)
  const journal = Journal.begin(file, HEAD)
  const [screening, confirmation] = [1, 2].map(seed => identityOf(journal, seed, 'then'))
  journal.close()
  assert.notEqual(screening?.id, confirmation?.id)
  const opened = Journal.reopen(file)
  assert.deepEqual([identityOf(opened, 1, 'now'), identityOf(opened, 2, 'now')], [screening, confirmation])
  opened.close()
  assert.notEqual(identityOf(null, 1, 'now').id, identityOf(null, 1, 'now').id)
})
