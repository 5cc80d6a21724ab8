import assert from 'node:assert/strict'
import { tmpdir } from 'node:os'
import { test } from 'node:test'
import { startChild } from './child.ts'

test('the tail of an output begins with a whole character', async () => {
  for (const after of ['', 'x', 'xx', 'xxx']) {
    const child = startChild({
      file: process.execPath,
      args: ['-e', `process.stdout.write('😀'.repeat(3000) + '${after}')`],
      environment: {},
      directory: tmpdir(),
    })
    await child.exited
    assert.match(child.stdout(), /^😀+x*$/u)
    assert.ok(Buffer.byteLength(child.stdout()) > 4090)
  }
})
