import assert from 'node:assert/strict'
import { mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { startUpstream } from './upstream.ts'

test('an upstream never closes an idle connection: a paused server could not see it', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'steelyard-upstream-'))
  const directory = folder.path
  const file = join(directory, 'api.mjs')
  await writeFile(file, 'export default (_, response) => response.end("mail")')
  await using upstream = await startUpstream(file, { core: null, directory })
  const response = await fetch(upstream.environment.UPSTREAM ?? '')
  assert.equal(await response.text(), 'mail')
  assert.equal(response.headers.get('keep-alive'), null, 'a limit in seconds')
})
