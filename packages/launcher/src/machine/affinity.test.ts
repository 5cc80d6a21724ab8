import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { allowedCores, canPin, moveProcess } from './affinity.ts'
import { threadIds } from './proc.ts'

test('allowedCores reads ranges and single cores of the kernel list', () => {
  assert.deepEqual(allowedCores('0-2,5,7-8'), [0, 1, 2, 5, 7, 8])
  assert.deepEqual(allowedCores('0'), [0])
  assert.deepEqual(allowedCores(''), [])
  assert.deepEqual(allowedCores(null), [])
})

test('moveProcess moves every thread of a process', {
  skip: canPin() ? false : 'needs taskset',
}, async context => {
  const child = spawn(process.execPath, ['--eval', 'console.log(1); setInterval(() => {}, 1e6)'])
  context.after(() => child.kill('SIGKILL'))
  await once(child.stdout, 'data')
  const pid = child.pid ?? 0
  const threads = threadIds(pid)
  assert.ok(threads.length > 1)
  for (const cores of [allowedCores().slice(-1), allowedCores()]) {
    await moveProcess(pid, cores)
    const found = threads.map(thread =>
      /^Cpus_allowed_list:\s+(.*)$/m.exec(readFileSync(`/proc/${pid}/task/${thread}/status`, 'utf8')),
    )
    for (const [, list = ''] of found.map(match => match ?? [])) assert.deepEqual(allowedCores(list), cores)
  }
})
