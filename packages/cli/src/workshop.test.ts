import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { test } from 'node:test'
import { LaunchError } from '@steelyard/launcher'
import { Workshop } from './workshop.ts'

test('a workshop starts no server from a file that was rewritten since', async () => {
  const workshop = await Workshop.open()
  try {
    const { file } = await workshop.writeBundle({ text: 'export default 1', sha256: '0'.repeat(64) })
    await workshop.checkUnchanged([file, '', 'not-written-here'])
    await writeFile(file, 'export default 2')
    await assert.rejects(workshop.checkUnchanged([file]), (error: unknown) => {
      assert.ok(error instanceof LaunchError)
      assert.match(error.message, /something rewrote the bundle it is started from/)
      return true
    })
  } finally {
    await workshop.close()
  }
})
