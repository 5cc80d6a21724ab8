import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { cpuDetails } from './cpu-identity.ts'
import { machineFacts } from './environment.ts'

const EPYC = `processor	: 0
vendor_id	: AuthenticAMD
cpu family	: 26
model		: 2
model name	: AMD EPYC
stepping	: 1
microcode	: 0x1000065

processor	: 1
vendor_id	: AuthenticAMD
cpu family	: 25
model		: 17
model name	: AMD EPYC
stepping	: 0
`

const NEOVERSE = `processor	: 0
BogoMIPS	: 243.75
Features	: fp asimd
CPU implementer	: 0x41
CPU architecture: 8
CPU variant	: 0x3
CPU part	: 0xd0c
CPU revision	: 1
`

const cpuIdentity = (cpuinfo: string) => cpuDetails(cpuinfo).kinds[0] ?? null

test('cpuDetails begins with the first core of x64, and the numbers of ARM', () => {
  assert.deepEqual(cpuIdentity(EPYC), { vendor: 'AuthenticAMD', family: 26, model: 2, stepping: 1 })
  assert.deepEqual(cpuIdentity(NEOVERSE), { vendor: '0x41', family: 8, model: 0xd0c, stepping: 0x31 })
})

test('cpuDetails has no kind for what is not reported', () => {
  assert.equal(cpuIdentity(''), null)
  assert.equal(cpuIdentity('cpu : POWER9\nclock : 3 GHz\n'), null)
  assert.deepEqual(cpuIdentity('vendor_id : GenuineIntel\nmodel : unknown\nstepping : unknown\n'), {
    ...{ vendor: 'GenuineIntel', family: null, model: null, stepping: null },
  })
})

test('machineFacts identify the CPU', { skip: process.platform !== 'linux' }, async () => {
  const { cpu } = await machineFacts()
  assert.deepEqual(cpu, cpuIdentity(readFileSync('/proc/cpuinfo', 'utf8')))
  if (process.arch === 'x64' || process.arch === 'arm64') assert.notEqual(cpu, null)
})
