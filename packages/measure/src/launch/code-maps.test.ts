import assert from 'node:assert/strict'
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { noteMap, removeLeftMaps } from './code-maps.ts'

const folder = mkdtempSync(join(os.tmpdir(), 'maps-'))
after(() => rmSync(folder, { recursive: true }))

/** Beyond what Linux gives to a process. */
const ENDED = 2 ** 22 + 1

async function left(name: string, pid: number, ageSeconds: number, isReplaced = false): Promise<boolean> {
  const maps = join(folder, name)
  const [killed, own] = [join(maps, 'steelyard-killed'), join(maps, 'steelyard-own')]
  for (const each of [killed, own]) mkdirSync(each, { recursive: true })
  const map = join(maps, `perf-${pid}.map`)
  writeFileSync(map, 'code')
  await noteMap(pid, killed, maps)
  if (isReplaced) {
    writeFileSync(`${map}.new`, 'of another')
    renameSync(`${map}.new`, map)
  }
  const at = Date.now() / 1000 - ageSeconds
  utimesSync(join(killed, `map-of-${pid}`), at, at)
  await removeLeftMaps(own, maps)
  return existsSync(map)
}

test('removeLeftMaps removes the map of a killed run, and no other', async () => {
  assert.equal(await left('ended', ENDED, 300), false)
  assert.equal(await left('running', process.pid, 300), true)
  assert.equal(await left('young', ENDED, 10), true)
  assert.equal(await left('another', ENDED, 300, true), true)
  const unnoted = join(folder, 'ended', 'perf-1.map')
  writeFileSync(unnoted, '')
  await removeLeftMaps(join(folder, 'ended', 'steelyard-own'), join(folder, 'ended'))
  assert.ok(existsSync(unnoted))
})
