import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { changedSince, readingsOf } from './watched-files.ts'

const directory = mkdtempSync(join(os.tmpdir(), 'steelyard-watch-'))
after(() => rmSync(directory, { recursive: true }))

/** What never comes is not waited for. */
const LIMIT = { timeout: 240_000 }

test(
  'changedSince hears of a file that is replaced, and of one whose folder is removed and made again',
  LIMIT,
  async () => {
    const folder = join(directory, 'suites')
    const file = join(folder, 'a.ts')
    mkdirSync(folder)
    writeFileSync(file, '1')
    const { signal } = new AbortController()
    const heard = async (what: () => void) => {
      const changed = changedSince(await readingsOf([file]), signal)
      what()
      assert.deepEqual(await changed, [file])
    }
    await heard(() => {
      writeFileSync(join(folder, 'b'), '2')
      renameSync(join(folder, 'b'), file)
    })
    await heard(() => rmSync(folder, { recursive: true }))
    await heard(() => {
      mkdirSync(folder)
      writeFileSync(file, '3')
    })
    await heard(() => writeFileSync(file, '4'))
    const ending = new AbortController()
    const never = changedSince(await readingsOf([file]), ending.signal)
    ending.abort()
    assert.deepEqual(await never, [])
  },
)
