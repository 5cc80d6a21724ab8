import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { Workspace } from '../launch/workspace.ts'
import { bundleToSend, loadSuite, nameOf } from './load-suite.ts'

test('nameOf makes a suite’s name of its file', () => {
  const names = {
    '/a/array-copy.bench.ts': 'array-copy',
    '/a/array_copy.mjs': 'array-copy',
    '/a/arrayCopy.js': 'array-copy',
    '/a/array-copy/suite.ts': 'array-copy',
    '/a/2 ways.bench.js': '2-ways',
    '/суть.js': 'suite',
  }
  for (const [file, name] of Object.entries(names)) assert.equal(nameOf(file), name, file)
})

const FILES = {
  'array-copy.bench.ts': `import { suite } from 'steelyard'
export default suite({ cases: { spread: () => [1], slice: () => [2] } })`,
  'sum.mjs': `import { bench } from 'mitata'
bench('large sum', () => 1 + Math.random())`,
  'script.cjs': `const Benchmark = require('benchmark')
new Benchmark.Suite().add('a', () => { undeclared = 1 }).run()`,
}

async function inFolder(use: (folder: string, workspace: Workspace) => Promise<void>) {
  const folder = mkdtempSync(join(os.tmpdir(), 'steelyard-sent-'))
  const workspace = await Workspace.open()
  try {
    await use(folder, workspace)
  } finally {
    await workspace.close()
    rmSync(folder, { recursive: true })
  }
}

test('a suite that was bundled elsewhere is the same as one that was bundled here', () =>
  inFolder(async (folder, workspace) => {
    for (const [name, text] of Object.entries(FILES)) {
      const file = join(folder, name)
      writeFileSync(file, text)
      const here = await loadSuite(file, name, workspace)
      const sent = await bundleToSend(file, name)
      rmSync(file)
      const there = await loadSuite({ ...sent, caseId: null }, name, workspace)
      assert.deepEqual(there.description, here.description)
      assert.deepEqual(there.bundle, here.bundle)
      assert.deepEqual(there.missing, here.missing)
    }
  }))

test('a suite of servers is not loaded from its bundle: its apps are files', () =>
  inFolder(async (folder, workspace) => {
    const file = join(folder, 'servers.mjs')
    const text = `import { serverSuite } from 'steelyard'
export default serverSuite({ cases: { one: { module: './one.mjs' } } })`
    writeFileSync(file, text)
    const sent = await bundleToSend(file, 'servers')
    await assert.rejects(
      loadSuite({ ...sent, caseId: null }, 'servers', workspace),
      /^UsageError: Cannot load the suite servers: servers are made of files/,
    )
  }))
