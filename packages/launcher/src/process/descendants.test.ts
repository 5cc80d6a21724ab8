import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { processStat } from '../machine/proc.ts'
import { startChild } from './child.ts'
import { hostMark, MARK, removeLeftovers } from './descendants.ts'

const linux = process.platform === 'linux' ? {} : { skip: 'needs /proc' }
const SLEEPER = `require('node:child_process').spawn('sleep', ['100'], { detached: true, stdio: 'ignore' }).unref()`

function isAlive(pid: number): boolean {
  const stat = processStat(pid)
  return stat !== null && stat.state !== 'Z'
}

/** A node that starts a sleeper in a session of its own, and reports its pid; then it ends or waits. */
function startLeaver(end: string) {
  const code = `const sleeper = ${SLEEPER.replace('.unref()', '')}; sleeper.unref(); console.log(sleeper.pid); ${end}`
  return startChild({ file: process.execPath, args: ['-e', code], environment: {}, directory: tmpdir() })
}

for (const [how, end] of [
  ['by itself', ''],
  ['by being killed', 'setInterval(() => {}, 1000)'],
] as const) {
  test(`what left the group of a child ends with it, when the child ends ${how}`, linux, async () => {
    const child = startLeaver(end)
    while (!/^\d+$/.test(child.stdout())) await new Promise(resolve => setTimeout(resolve, 5))
    const pid = Number(child.stdout())
    assert.notEqual(processStat(pid)?.group, child.pid)
    await (end === '' ? child.exited : child.kill())
    assert.equal(isAlive(pid), false)
  })
}

test('what dead hosts have left is ended and removed, and nothing of living hosts', linux, async t => {
  const folder = mkdtempSync(join(tmpdir(), 'leftovers-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const [namespace = '', pid = '', startTicks = ''] = hostMark().split('-')
  const dead = `${namespace}-${pid}-${Number(startTicks) - 1}`
  const otherNamespace = `${Number(namespace) + 1}-${pid}-1`
  const names = [dead, hostMark(), otherNamespace].map(mark => `steelyard-${mark}-abc`)
  for (const name of names) mkdirSync(join(folder, name))
  const sleepers = [dead, hostMark(), otherNamespace].map(mark =>
    spawn('sleep', ['100'], { env: { PATH: process.env.PATH, [MARK]: `${mark}.1` }, stdio: 'ignore' }),
  )
  t.after(() => {
    for (const sleeper of sleepers) sleeper.kill('SIGKILL')
  })
  await Promise.all(sleepers.map(sleeper => once(sleeper, 'spawn')))
  const maps = sleepers.slice(0, 2).map(({ pid: mapped }) => `/tmp/perf-${mapped}.map`)
  for (const map of maps) writeFileSync(map, 'code')
  t.after(() => {
    for (const map of maps) rmSync(map, { force: true })
  })
  assert.equal(removeLeftovers(folder), 1)
  assert.deepEqual(
    maps.map(map => existsSync(map)),
    [false, true],
  )
  assert.deepEqual(
    names.map(name => existsSync(join(folder, name))),
    [false, true, true],
  )
  await once(sleepers[0] as (typeof sleepers)[number], 'exit')
  assert.deepEqual(
    sleepers.slice(1).map(({ pid: living }) => isAlive(living ?? 0)),
    [true, true],
  )
})

test('a folder is removed though a child of its dead host still writes there', linux, async t => {
  const folder = mkdtempSync(join(tmpdir(), 'leftovers-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const [namespace = '', pid = '', startTicks = ''] = hostMark().split('-')
  const dead = `${namespace}-${pid}-${Number(startTicks) - 1}`
  const left = join(folder, `steelyard-${dead}-abc`)
  // One process alone: a shell would have children that are born after the others are listed.
  const writing = `const { mkdirSync, writeFileSync } = require('node:fs')
    const [, left] = process.argv
    mkdirSync(left)
    process.stdout.write('writes')
    for (let i = 0; ; i++) {
      mkdirSync(left, { recursive: true })
      writeFileSync(left + '/' + i, '')
    }`
  const writer = spawn(process.execPath, ['-e', writing, left], {
    env: { PATH: process.env.PATH, [MARK]: `${dead}.1` },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  t.after(() => writer.kill('SIGKILL'))
  await once(writer.stdout, 'data')
  assert.equal(removeLeftovers(folder), 1)
  await once(writer, 'exit')
  assert.equal(existsSync(left), false)
})
