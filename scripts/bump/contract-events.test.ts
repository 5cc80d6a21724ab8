import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'

const REPORTER = fileURLToPath(new URL('contract-events.ts', import.meta.url))

const folder = mkdtempSync(join(os.tmpdir(), 'steelyard-events-'))
after(() => rmSync(folder, { recursive: true, force: true }))

function findings(name: string, text: string) {
  const file = join(folder, name)
  writeFileSync(file, text)
  // Else it would report as a part of this test.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  const args = ['--test', `--test-reporter=${REPORTER}`, file]
  const { stdout, status } = spawnSync(process.execPath, args, { encoding: 'utf8', env })
  const lines = stdout.split('\n').filter(line => line !== '')
  return { status, lines }
}

test('the reporter names what failed and what passes as a declared gap, and nothing else', () => {
  const { status, lines } = findings(
    'some.test.mjs',
    `import { describe, test } from 'node:test'
     const fail = () => { throw new Error('first line\\nsecond line') }
     describe('the bun runner', () => {
       test('works', () => {})
       test('a gap that holds', { todo: 'cannot' }, fail)
       test('a gap that closed', { todo: 'cannot' }, () => {})
       test('left out', { skip: true }, fail)
       test('breaks', fail)
     })`,
  )
  assert.equal(status, 1)
  assert.deepEqual(lines, [
    "  closed  some.test.mjs, 'a gap that closed': it passes, but is declared as a gap: cannot",
    "  failed  some.test.mjs, 'breaks': first line",
  ])
})

test('the reporter names the file that was run, not the one that it has its tests from', () => {
  writeFileSync(
    join(folder, 'contract.mjs'),
    `import { test } from 'node:test'
     export const contract = () => test('breaks', () => { throw new Error('no') })`,
  )
  const text = `import { contract } from './contract.mjs'\ncontract()`
  const { lines } = findings('bun.test.mjs', text)
  assert.deepEqual(lines, ["  failed  bun.test.mjs, 'breaks': no"])
})

test('the reporter names a file that does not even load', () => {
  const { status, lines } = findings('broken.test.mjs', `import './nowhere.mjs'`)
  assert.equal(status, 1)
  assert.equal(lines.length, 1)
  assert.match(lines[0] ?? '', /^ {2}failed {2}broken\.test\.mjs, /)
})
