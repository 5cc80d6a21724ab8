import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { cFunctions } from './c-functions.ts'

test('cFunctions returns all that it is asked for, or null', () => {
  const calls = cFunctions('flock', 'mkfifo')
  // Without node:ffi there are none.
  if (calls === null) return
  assert.deepEqual(Object.keys(calls), ['flock', 'mkfifo'])
  assert.equal(calls.flock(-1, 0), -1)
  assert.equal(cFunctions('flock')?.flock, calls.flock)
})

test('cFunctions says nothing to the user, and lets other warnings through', () => {
  const module = fileURLToPath(new URL('./c-functions.ts', import.meta.url))
  const script = `import { cFunctions } from ${JSON.stringify(module)}; cFunctions('flock'); process.emitWarning('another')`
  const { stderr, status } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
    encoding: 'utf8',
  })
  assert.equal(status, 0, stderr)
  assert.doesNotMatch(stderr, /FFI/)
  assert.match(stderr, /another/)
})
