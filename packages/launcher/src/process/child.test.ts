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

test('a child that has ended leaves no timer, which would keep this process alive', async () => {
  const timers = () => process.getActiveResourcesInfo().filter(kind => kind === 'Timeout').length
  const before = timers()
  const child = startChild({
    file: process.execPath,
    args: ['-e', '1'],
    environment: {},
    directory: tmpdir(),
  })
  await child.exited
  assert.equal(timers(), before)
})
