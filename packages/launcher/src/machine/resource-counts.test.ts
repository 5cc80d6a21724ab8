import assert from 'node:assert/strict'
import { closeSync, openSync, readSync } from 'node:fs'
import { test } from 'node:test'
import { parseProcessCounts } from './proc.ts'
import { resourcesOf } from './resource-counts.ts'

const linux = process.platform === 'linux' ? {} : { skip: 'needs /proc' }

test('parseProcessCounts reads faults and ticks after a name with spaces, and calls of /proc/<pid>/io', () => {
  // Fields 4 to 52 are their own numbers.
  const stat = `7 (a) R (b) S ${Array.from({ length: 49 }, (_, at) => at + 4).join(' ')}\n`
  assert.deepEqual(parseProcessCounts(stat, 'rchar: 1\nwchar: 2\nsyscr: 30\nsyscw: 40\nread_bytes: 5\n'), {
    ...{ minorFaults: 10, majorFaults: 12, userNs: 14e7, systemNs: 15e7 },
    ...{ reads: 30, writes: 40 },
  })
  const none = {
    minorFaults: null,
    majorFaults: null,
    userNs: null,
    systemNs: null,
    reads: null,
    writes: null,
  }
  assert.deepEqual(parseProcessCounts(null, null), none)
})

test('resourcesOf counts the reads and the first touches of memory of this process', linux, () => {
  const resources = resourcesOf(process.pid)
  const before = resources.read()
  const file = openSync('/dev/zero', 'r')
  const bytes = Buffer.allocUnsafe(64)
  for (let time = 0; time < 200; time++) readSync(file, bytes, 0, 64, null)
  closeSync(file)
  const touched = Array.from({ length: 400 }, () => Buffer.alloc(100_000, 1))
  const after = resources.read()
  assert.equal(touched.length, 400)
  assert.ok((after.reads ?? 0) - (before.reads ?? 0) >= 200)
  assert.ok((after.minorFaults ?? 0) > (before.minorFaults ?? 0))
  assert.ok((after.userNs ?? 0) + (after.systemNs ?? 0) > 0)
  assert.ok((after.voluntarySwitches ?? -1) >= (before.voluntarySwitches ?? 0))
})

test('resourcesOf knows nothing of a process that is not there', () => {
  assert.ok(Object.values(resourcesOf(2 ** 30).read()).every(count => count === null))
})
