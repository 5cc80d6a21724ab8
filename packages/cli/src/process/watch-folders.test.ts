import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { watchFolders } from './watch-folders.ts'

const directory = mkdtempSync(join(os.tmpdir(), 'steelyard-watch-'))
after(() => rmSync(directory, { recursive: true }))

/** What never comes is not waited for. */
const LIMIT = { timeout: 240_000 }

test(
  'watchFolders hears of a folder that is made later, made again, and no longer wanted',
  LIMIT,
  async t => {
    const folder = join(directory, 'later')
    let changes = 0
    const watch = watchFolders(() => changes++)
    t.after(() => watch.close())
    /** Does something and waits until that is heard. */
    const heard = async (what: () => void) => {
      const before = changes
      what()
      while (changes === before) await sleep(20)
    }
    watch.set([folder])
    await heard(() => mkdirSync(folder))
    await heard(() => writeFileSync(join(folder, 'a'), '1'))
    await heard(() => rmSync(folder, { recursive: true }))
    await heard(() => mkdirSync(folder))
    await heard(() => writeFileSync(join(folder, 'a'), '2'))
    watch.set([])
    const before = changes
    writeFileSync(join(folder, 'a'), '3')
    await sleep(300)
    assert.equal(changes, before)
  },
)
