import assert from 'node:assert/strict'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { monotonicNs } from '../../machine/monotonic.ts'
import { findPerf, PerfError, recordByPerf } from './perf.ts'

const directory = mkdtempSync(join(os.tmpdir(), 'steelyard-perf-'))
const { PATH = '' } = process.env
after(() => {
  process.env.PATH = PATH
  rmSync(directory, { recursive: true, force: true })
})

const options = { pid: process.pid, directory, intervalUs: 1000 }

/** Whether it may sample here at all. */
const refusal =
  findPerf() === null
    ? 'needs perf'
    : await recordByPerf(options).then(
        recording => recording.close().then(() => false as const),
        (error: Error) => error.message,
      )

test('perf samples the stacks of a process, by the clock of the host', { skip: refusal }, async () => {
  const recording = await recordByPerf(options)
  const beganNs = monotonicNs()
  let sum = 0
  // The machine may be busy: perf goes by the time on a core, in the kernel too.
  const until = cpuUs() + 60_000
  while (cpuUs() < until) sum += JSON.parse('[1, 2, 3]').length
  const endedNs = monotonicNs()
  await sleep(20)
  const text = await recording.stop()
  await recording.close()
  assert.ok(sum > 0)
  const heads = [...text.matchAll(/^ *(\d+) +(\d+)\.(\d{9}): *$/gm)].map(([, thread, seconds, rest]) => ({
    thread: Number(thread),
    atNs: Number(seconds) * 1e9 + Number(rest),
  }))
  const own = heads.filter(
    ({ thread, atNs }) => thread === process.pid && atNs > beganNs - 1e6 && atNs < endedNs + 1e6,
  )
  assert.ok(own.length >= 30 && own.length <= 100, `${own.length} samples of 60 ms`)
  assert.match(text, /^\t +[0-9a-f]+ \S/m)
  assert.deepEqual(readdirSync(directory), [])
})

function cpuUs(): number {
  const { user, system } = process.cpuUsage()
  return user + system
}

test('a missing process is reported', { skip: refusal }, async () => {
  await assert.rejects(recordByPerf({ ...options, pid: 2 ** 22 + 1 }), PerfError)
  assert.deepEqual(readdirSync(directory), [])
})

const onLinux = process.platform === 'linux' ? {} : { skip: 'needs Linux' }

/** Puts a script in the place of perf. */
function fakePerf(script: string): void {
  const bin = join(directory, 'bin')
  mkdirSync(bin, { recursive: true })
  const perf = join(bin, 'perf')
  writeFileSync(perf, `#!/bin/sh\n${script}\n`)
  chmodSync(perf, 0o755)
  process.env.PATH = bin
}

test('what perf says where it cannot is passed on', onLinux, async () => {
  fakePerf('echo "Access to performance monitoring is limited: Permission denied" >&2; exit 255')
  await assert.rejects(recordByPerf(options), {
    message: 'ended: Access to performance monitoring is limited: Permission denied',
  })
  process.env.PATH = directory
  assert.equal(findPerf(), null)
  await assert.rejects(recordByPerf(options), { message: 'is not installed' })
  process.env.PATH = PATH
})

test('samples without an end are reported as that, and none of them as the reason', onLinux, async () => {
  fakePerf(`[ "$1" = script ] && exec yes '  1 2.000000003: not a reason'
while read -r word <&3; do
  [ "$word" = stop ] && exit
  echo ack >&3
done`)
  const recording = await recordByPerf(options)
  process.env.PATH = PATH
  await assert.rejects(recording.stop(), { message: 'printed over 256 MB of samples' })
  await recording.close()
})
