import assert from 'node:assert/strict'
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { mapped, noteMap, removeLeftMaps } from './code-maps.ts'

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

/** A process with a map, in a folder of its own, and whether it was killed and its map is there. */
function withMap(name: string) {
  const maps = join(folder, name)
  mkdirSync(maps)
  const map = join(maps, `perf-${ENDED}.map`)
  writeFileSync(map, 'code')
  const state = { kills: 0, isThere: () => existsSync(map) }
  const kill = async () => void state.kills++
  return { maps, state, process: { pid: ENDED, kill } }
}

test('the kill of a mapped process removes its map', async () => {
  const { maps, state, process } = withMap('kill')
  const { kill } = await mapped(process, maps, maps)
  assert.deepEqual([state.kills, state.isThere()], [0, true])
  await kill()
  assert.deepEqual([state.kills, state.isThere()], [1, false])
})

test('a process whose map cannot be noted is killed', async () => {
  const { maps, state, process } = withMap('full')
  await assert.rejects(mapped(process, join(maps, 'missing'), maps), { code: 'ENOENT' })
  assert.deepEqual([state.kills, state.isThere()], [1, false])
})
