import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { test } from 'node:test'
import { GRAVITON3, ZEN3 } from '../../test/machines.ts'
import {
  childIds,
  coreTicks,
  isGuestBy,
  lockersIn,
  openProc,
  parseCoreTicks,
  parsePageBytes,
  parseSchedstat,
  parseStat,
  parseStatus,
  processIds,
  processStat,
  processStatus,
  residentBytes,
  threadIds,
} from './proc.ts'

const linux = process.platform === 'linux' ? {} : { skip: 'needs /proc' }

/** No process has this number: it exceeds the kernel's limit. */
const NO_PROCESS = 2 ** 30

/** Claims, between its own parentheses, to be a zombie of process 1. */
const NAME = 'a) Z 1 1 (b'

/** Fields 1 to 52 of proc_pid_stat(5); from the sixth on each is its number and 100. */
const STAT = `4242 (${NAME}) S 10 20 ${Array.from({ length: 47 }, (_, at) => 106 + at).join(' ')}\n`

test('parseStat reads the fields after a name with spaces and parentheses', () => {
  assert.deepEqual(parseStat(STAT), { state: 'S', parent: 10, group: 20, core: 139, startTicks: 122 })
  for (const name of ['node', ')', '(', ') R 7 7', '((x))', '']) {
    assert.equal(parseStat(STAT.replace(NAME, () => name))?.parent, 10, name)
  }
})

test('isGuestBy believes a flag of x64 alone: a guest on ARM is not called bare metal', () => {
  const guest = ZEN3['proc/cpuinfo'] ?? ''
  assert.equal(isGuestBy(guest), true)
  assert.equal(isGuestBy(guest.replaceAll(' hypervisor', '')), false)
  assert.equal(isGuestBy(GRAVITON3['proc/cpuinfo'] ?? ''), null)
  assert.equal(isGuestBy(null), null)
})

test('parseStat is null for missing fields', () => {
  assert.deepEqual(parseStat('42 (sh) Z 1 42'), {
    ...{ state: 'Z', parent: 1, group: 42, core: null, startTicks: null },
  })
  assert.equal(parseStat(''), null)
  assert.equal(parseStat(null), null)
})

test('processStat is right about a process whose name looks like other fields', linux, async () => {
  const child = spawn(process.execPath, [
    '-e',
    `process.title = '${NAME}'; console.log('ready'); process.stdin.resume()`,
  ])
  await new Promise(resolve => child.stdout.once('data', resolve))
  const pid = child.pid ?? 0
  try {
    const stat = processStat(pid)
    assert.deepEqual([stat?.parent, stat?.group], [process.pid, processStat(process.pid)?.group])
    assert.match(stat?.state ?? '', /^[SRD]$/)
    assert.equal(Number.parseInt(processStatus(pid, 'Uid') ?? '', 10), process.getuid?.())
    assert.ok(childIds(process.pid).includes(pid))
    assert.ok(processIds().includes(pid))
    assert.ok(threadIds(pid).includes(pid) && threadIds(pid).length > 1)
    assert.ok((residentBytes(pid) ?? 0) > 1e6)
  } finally {
    child.kill('SIGKILL')
  }
})

test('parseStatus takes the line with exactly that name', () => {
  const status = `Name:\tUid: 7
Uid:\t1000\t1001\t1002\t1003
VmHWM:\t  123456 kB
Cpus_allowed_list:\t0-2,5
voluntary_ctxt_switches:\t7
nonvoluntary_ctxt_switches:\t8
`
  const found = ['Uid', 'VmHWM', 'Cpus_allowed_list', 'voluntary_ctxt_switches'].map(name =>
    parseStatus(status, name),
  )
  assert.deepEqual(found, ['1000\t1001\t1002\t1003', '123456 kB', '0-2,5', '7'])
  assert.equal(parseStatus(status, 'nonvoluntary_ctxt_switches'), '8')
  assert.equal(parseStatus(status.trimEnd(), 'nonvoluntary_ctxt_switches'), '8')
  assert.equal(parseStatus(status, 'voluntary'), null)
  assert.equal(parseStatus('', 'Uid'), null)
  assert.equal(parseStatus(null, 'Uid'), null)
})

test('parseSchedstat reads the time used and the time waited', () => {
  assert.deepEqual(parseSchedstat('3205487 33370 24\n'), { cpuNs: 3205487, waitedNs: 33370 })
  assert.deepEqual(parseSchedstat(null), { cpuNs: null, waitedNs: null })
})

test('parseCoreTicks reads one core, or all', () => {
  const stat = `cpu  100 1 30 400 5 6 7 80 9 10
cpu10 10 20 30 40 50 60 70 81 90 100
cpu1 1 2 3 4 5 6 7 8 9 10
cpu2 1 2 3 4
intr 1 2 3 4 5 6
`
  assert.deepEqual(parseCoreTicks(stat, null), { all: 629, stolen: 80 })
  assert.deepEqual(parseCoreTicks(stat, 1), { all: 36, stolen: 8 })
  assert.deepEqual(parseCoreTicks(stat, 10), { all: 361, stolen: 81 })
  for (const core of [0, 2, 11]) assert.equal(parseCoreTicks(stat, core), null)
  assert.equal(parseCoreTicks(null, 1), null)
  assert.equal(parseCoreTicks('', null), null)
  assert.equal(parseCoreTicks('cpu  1 2 3', null), null)
})

test('parsePageBytes reads the page size out of an auxiliary vector', () => {
  const auxv = (...words: readonly bigint[]) => new Uint8Array(BigUint64Array.from(words).buffer)
  // The vector is read in pairs: 6 as the value of another key is not the key of the page size.
  for (const size of [4096, 16384, 65536]) {
    assert.equal(parsePageBytes(auxv(33n, 6n, 16n, 0n, 6n, BigInt(size), 0n, 0n)), size)
  }
  assert.equal(parsePageBytes(auxv(33n, 1n, 0n, 0n, 6n, 4096n)), null)
  assert.equal(parsePageBytes(auxv(33n, 1n, 6n)), null)
  assert.equal(parsePageBytes(new Uint8Array(13)), null)
  assert.equal(parsePageBytes(null), null)
})

test('residentBytes agrees with what the kernel reports in kilobytes', linux, () => {
  const kilobytes = Number.parseInt(processStatus(process.pid, 'VmRSS') ?? '', 10)
  const ratio = (residentBytes(process.pid) ?? 0) / (kilobytes * 1024)
  assert.ok(ratio > 0.5 && ratio < 2, `${ratio}`)
})

test('lockersIn lists who has locked a file with flock, and no waiting or hidden process', () => {
  const locks = `1: POSIX  ADVISORY  WRITE 7 fe:00:12 0 EOF
2: FLOCK  ADVISORY  WRITE 42 fe:1a:12 0 EOF
3: -> FLOCK  ADVISORY  WRITE 44 fe:1a:12 0 EOF
4: FLOCK  ADVISORY  READ  45 00:2b:13 0 EOF
5: FLOCK  ADVISORY  WRITE 46 fe:01:13 0 EOF
6: FLOCK  ADVISORY  WRITE 0 fe:00:14 0 EOF
`
  assert.deepEqual(lockersIn(locks, 12n), [42])
  assert.deepEqual(lockersIn(locks, 13n), [45, 46])
  assert.deepEqual(lockersIn(locks, 14n), [])
  assert.deepEqual(lockersIn(null, 12n), [])
})

test('every reader is null or empty for a process that is gone', () => {
  assert.equal(processStat(NO_PROCESS), null)
  assert.equal(processStatus(NO_PROCESS, 'Uid'), null)
  assert.equal(residentBytes(NO_PROCESS), null)
  assert.deepEqual([threadIds(NO_PROCESS), childIds(NO_PROCESS)], [[], []])
  const file = openProc(`${NO_PROCESS}/stat`)
  assert.equal(file.read(), null)
  file.close()
})

test('an open file reads current values until it is closed', linux, () => {
  const file = openProc('self/stat')
  assert.equal(parseStat(file.read())?.group, processStat(process.pid)?.group)
  assert.equal(parseStat(file.read())?.parent, process.ppid)
  file.close()
  assert.equal(file.read(), null)
  file.close()
  assert.ok((coreTicks()?.all ?? 0) > 0)
})
