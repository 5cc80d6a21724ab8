import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import {
  GRAVITON3,
  ICE_LAKE,
  M1,
  MACHINES,
  type Machine,
  writeMachine,
  ZEN3,
  ZEN5,
} from '../../test/machines.ts'
import { linuxDetails } from './machine-details.ts'

const KIB = 1024
const MIB = 1024 * KIB

function detailsOf(t: TestContext, machine: Machine) {
  const root = mkdtempSync(join(os.tmpdir(), 'steelyard-machine-'))
  t.after(() => rmSync(root, { recursive: true }))
  writeMachine(root, machine)
  return linuxDetails(root)
}

/** The machine with another text in its cpuinfo. */
function replaced(machine: Machine, from: string | RegExp, to: string): Machine {
  const before = machine['proc/cpuinfo'] ?? ''
  const after = before.replaceAll(from, () => to)
  assert.notEqual(after, before, `${from}`)
  return { ...machine, 'proc/cpuinfo': after }
}

test('linuxDetails reads what a machine tells in its files', t => {
  const { cpuFlags, cpuId, ...zen3 } = detailsOf(t, ZEN3)
  assert.deepEqual(zen3, {
    cpu: { vendor: 'AuthenticAMD', family: 25, model: 1, stepping: 1 },
    cpuCodename: 'zen3',
    microcode: '0xffffffff',
    caches: [
      { level: 1, type: 'data', bytes: 32 * KIB },
      { level: 1, type: 'instruction', bytes: 32 * KIB },
      { level: 2, type: 'unified', bytes: 512 * KIB },
      { level: 3, type: 'unified', bytes: 32 * MIB },
    ],
    threadsPerCore: 2,
    pageBytes: null,
    transparentHugePages: 'madvise',
  })
  assert.match(cpuId ?? '', /^zen3-25\.1-[\da-f]{6}$/)
  for (const flag of ['avx2', 'fma', 'fsrm', 'erms', 'vaes', 'sse4_2'])
    assert.ok(cpuFlags?.includes(flag), flag)
  for (const flag of ['avx512f', 'fpu', 'hypervisor', 'svm']) assert.ok(!cpuFlags?.includes(flag), flag)
})

test('linuxDetails is null for what no file tells', t => {
  assert.deepEqual(detailsOf(t, { 'proc/version': 'Linux' }), {
    ...{ cpu: null, cpuId: null, cpuCodename: null, cpuFlags: null, microcode: null, caches: null },
    ...{ threadsPerCore: null, pageBytes: null, transparentHugePages: null },
  })
  const m1 = detailsOf(t, M1)
  assert.deepEqual([m1.caches, m1.microcode, m1.threadsPerCore], [null, null, null])
})

test('linuxDetails counts the threads of a core', t => {
  const counts = Object.values(MACHINES).map(machine => detailsOf(t, machine).threadsPerCore)
  assert.deepEqual(counts, [2, 1, 2, 1, null])
})

test('each machine has a cpuId of its own, with its codename', t => {
  const ids = Object.fromEntries(
    Object.entries(MACHINES).map(([name, machine]) => [name, detailsOf(t, machine).cpuId ?? '']),
  )
  assert.match(ids.ZEN5 ?? '', /^zen5-26\.2-[\da-f]{6}$/)
  assert.match(ids.ICE_LAKE ?? '', /^ice-lake-6\.106-[\da-f]{6}$/)
  assert.match(ids.GRAVITON3 ?? '', /^0x41-0x41\.0xd40-[\da-f]{6}$/)
  assert.match(ids.M1 ?? '', /^0x61-0x61\.0x22\+0x61\.0x23-[\da-f]{6}$/)
  assert.equal(new Set(Object.values(ids)).size, 5)
})

test('cpuId is the same whatever the order of flags, stepping, microcode, clock, caches and name', t => {
  for (const machine of [ZEN3, ZEN5, ICE_LAKE]) {
    const { cpuId } = detailsOf(t, machine)
    const flags = /^flags\t\t: (.*)$/m.exec(machine['proc/cpuinfo'] ?? '')?.[1] ?? ''
    const others = [
      replaced(machine, flags, flags.split(' ').toReversed().join(' ')),
      replaced(machine, flags, `${flags} ${flags} ibrs_enhanced`),
      replaced(machine, /^stepping\t: .*$/gm, 'stepping\t: 9'),
      replaced(machine, /^microcode\t: .*$/gm, 'microcode\t: 0x2b000571'),
      replaced(machine, /^cpu MHz\t\t: .*$/gm, 'cpu MHz\t\t: 3700.000'),
      replaced(machine, /^model name\t: .*$/gm, 'model name\t: another'),
      { ...machine, 'sys/devices/system/cpu/cpu0/cache/index3/size': '8192K\n' },
    ]
    for (const other of others) assert.equal(detailsOf(t, other).cpuId, cpuId)
  }
  const m1 = M1['proc/cpuinfo'] ?? ''
  const fastFirst = { 'proc/cpuinfo': m1.trim().split('\n\n').toReversed().join('\n\n') }
  assert.equal(detailsOf(t, fastFirst).cpuId, detailsOf(t, M1).cpuId)
})

test('cpuId is another one with a flag by which code is chosen, another model, or other kinds of cores', t => {
  const idOf = (machine: Machine) => detailsOf(t, machine).cpuId
  const zen5 = idOf(ZEN5)
  for (const flag of [
    'avx512f',
    'fsrm',
    'erms',
    'fma',
    'sse4_2',
    'vaes',
    'gfni',
    'bmi2',
    'abm',
    'avx512vbmi',
  ]) {
    const without = idOf(replaced(ZEN5, new RegExp(` ${flag}(?= |$)`, 'gm'), ''))
    assert.match(without ?? '', /^zen5-26\.2-/)
    assert.notEqual(without, zen5, flag)
  }
  assert.notEqual(idOf(replaced(ZEN5, /^model\t\t: 2$/gm, 'model\t\t: 17')), zen5)
  assert.notEqual(idOf(replaced(GRAVITON3, ' sve ', ' sve sve2 ')), idOf(GRAVITON3))
  assert.notEqual(idOf(replaced(M1, '0x022', '0x023')), idOf(M1))
})

test('a model without a codename has its maker, and Skylake servers are recognized by their flags', t => {
  const idOf = (machine: Machine) => detailsOf(t, machine).cpuId ?? ''
  assert.match(idOf(replaced(ZEN5, /^model\t\t: 2$/gm, 'model\t\t: 240')), /^authenticamd-26\.240-/)
  assert.match(idOf(replaced(GRAVITON3, '0xd40', '0xfff')), /^0x41-0x41\.0xfff-/)
  const server = replaced(ICE_LAKE, /^model\t\t: 106$/gm, 'model\t\t: 85')
  assert.match(idOf(server), /^cascade-lake-6\.85-/)
  const older = replaced(server, ' avx512_vnni', '')
  assert.match(idOf(older), /^skylake-sp-6\.85-/)
  assert.match(idOf(replaced(server, ' avx512_vnni', ' avx512_vnni avx512_bf16')), /^cooper-lake-6\.85-/)
})

test('a model that its flags contradict has its maker: no Rocket Lake multiplies matrices', t => {
  const idOf = (machine: Machine) => detailsOf(t, machine).cpuId ?? ''
  const rocketLake = replaced(ICE_LAKE, /^model\t\t: 106$/gm, 'model\t\t: 167')
  assert.match(idOf(rocketLake), /^rocket-lake-6\.167-/)
  const withAmx = replaced(rocketLake, ' avx512_vnni', ' avx512_vnni amx_tile')
  assert.match(idOf(withAmx), /^genuineintel-6\.167-/)
  assert.equal(detailsOf(t, withAmx).cpuCodename, null)
  assert.match(idOf(replaced(withAmx, /^model\t\t: 167$/gm, 'model\t\t: 143')), /^sapphire-rapids-6\.143-/)
})

test('there is no cpuId where maker, model or flags are unavailable', t => {
  for (const name of ['vendor_id', 'cpu family', 'model\t', 'flags']) {
    const without = replaced(ZEN5, new RegExp(`^${name}.*\n`, 'gm'), '')
    assert.equal(detailsOf(t, without).cpuId, null, name)
  }
})
