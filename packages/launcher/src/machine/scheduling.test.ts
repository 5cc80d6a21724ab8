import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { test } from 'node:test'
import { allowedCores, canPin, moveProcess } from './affinity.ts'
import { schedulingOf } from './scheduling.ts'

const linux = process.platform === 'linux' ? {} : { skip: 'needs /proc' }

/** Uses 200 ms of CPU time for each line it receives, and replies. */
const WORKER = `
  console.log('ready')
  process.stdin.on('data', () => {
    const end = process.cpuUsage().user + 200e3
    while (process.cpuUsage().user < end);
    console.log('done')
  })`

function node(program: string): { child: ChildProcess; said: () => Promise<unknown> } {
  const child = spawn(process.execPath, ['-e', program], { stdio: ['pipe', 'pipe', 'inherit'] })
  return { child, said: () => new Promise(resolve => child.stdout?.once('data', resolve)) }
}

test('schedulingOf reports the wait of a process for a shared core, and the number of that core', {
  skip: canPin() ? false : 'needs taskset',
}, async () => {
  const [core = 0] = allowedCores()
  const worker = node(WORKER)
  const rival = node(`console.log('ready'); for (;;);`)
  try {
    await Promise.all([worker.said(), rival.said()])
    const pid = worker.child.pid ?? 0
    await moveProcess(pid, [core])
    await moveProcess(rival.child.pid ?? 0, [core])
    const reader = schedulingOf(pid)
    const before = { ...reader.times(), ...reader.counts() }
    worker.child.stdin?.write('go')
    await worker.said()
    const after = { ...reader.times(), ...reader.counts() }
    assert.equal(after.core, core)
    assert.ok((after.mainCpuNs ?? 0) - (before.mainCpuNs ?? 0) >= 150e6)
    // An equal share of the core is a wait of 200 ms.
    assert.ok((after.waitedNs ?? 0) - (before.waitedNs ?? 0) >= 50e6)
    assert.ok((after.preemptions ?? 0) > (before.preemptions ?? 0))
    assert.ok(after.stolenNs === null || after.stolenNs >= 0)
    reader.close()
    assert.equal(reader.times().waitedNs, null, 'a closed reader knows nothing')
    assert.equal(reader.counts().preemptions, null)
  } finally {
    worker.child.kill('SIGKILL')
    rival.child.kill('SIGKILL')
  }
})

test('schedulingOf is null for a process that has ended', linux, async () => {
  const { child, said } = node('console.log("ready"); process.stdin.resume()')
  await said()
  const reader = schedulingOf(child.pid ?? 0)
  assert.ok(reader.times().mainCpuNs !== null)
  assert.ok(reader.counts().preemptions !== null)
  const ended = new Promise(resolve => child.once('close', resolve))
  child.kill('SIGKILL')
  await ended
  assert.equal(reader.times().mainCpuNs, null)
  assert.equal(reader.counts().preemptions, null)
  reader.close()
})

test('schedulingOf tells a main thread that runs from one that sleeps', linux, async () => {
  const worker = node(WORKER)
  try {
    await worker.said()
    const [own, other] = [process.pid, worker.child.pid ?? 0].map(schedulingOf)
    assert.equal(own?.isRunnable(), true)
    while (other?.isRunnable()) await new Promise(resolve => setTimeout(resolve, 5))
    worker.child.stdin?.write('go')
    // It computes for 200 ms of its own time.
    while (!other?.isRunnable()) await new Promise(resolve => setTimeout(resolve, 5))
    await worker.said()
    own?.close()
    other?.close()
  } finally {
    worker.child.kill()
  }
})
