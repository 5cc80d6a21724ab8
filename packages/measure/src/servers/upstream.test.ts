import assert from 'node:assert/strict'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { startUpstream } from './upstream.ts'

test('an upstream never closes an idle connection: a paused server could not see it', async t => {
  const directory = await mkdtemp(join(tmpdir(), 'steelyard-upstream-'))
  const file = join(directory, 'api.mjs')
  await writeFile(file, 'export default (_, response) => response.end("mail")')
  const { environment, kill } = await startUpstream(file, { core: null, directory })
  t.after(kill)
  const response = await fetch(environment.UPSTREAM ?? '')
  assert.equal(await response.text(), 'mail')
  assert.equal(response.headers.get('keep-alive'), null, 'a limit in seconds')
})
