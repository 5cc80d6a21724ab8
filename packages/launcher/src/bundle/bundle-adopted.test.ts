import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { recognise } from '@steelyard/dialects'
import { bundleAdopted } from './bundle-adopted.ts'

test('what Node alone has is left to its require, under its own name', async () => {
  const folder = await mkdtemp(join(os.tmpdir(), 'adopted-'))
  try {
    const file = join(folder, 'internals.js')
    await writeFile(
      file,
      `const common = require('../common.js')
const bench = common.createBenchmark(main, { n: [1] }, { flags: ['--expose-internals'] })
require('fs')
require('node:sqlite')
function main({ n }) {
  const { isError } = require('internal/util')
  bench.start()
  for (let i = 0; i < n; i++) isError(i)
  bench.end(n)
}
`,
    )
    const recognised = await recognise(file, null)
    assert.ok(recognised)
    const { script } = await bundleAdopted({ ...recognised, file, name: 'internals' })
    const required = [...(script?.text ?? '').matchAll(/\brequire\("([^"]*)"\)/g)].map(([, name]) => name)
    assert.deepEqual(required.toSorted(), ['internal/util', 'node:fs', 'node:sqlite'])
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
