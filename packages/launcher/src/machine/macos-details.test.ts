import assert from 'node:assert/strict'
import { test } from 'node:test'
import { detailsFrom } from './macos-details.ts'

const M4 = `hw.cpufamily: 1867590060
hw.cpusubfamily: 2
hw.pagesize: 16384
hw.physicalcpu: 10
hw.logicalcpu: 10
hw.l1dcachesize: 65536
hw.l1icachesize: 131072
hw.l2cachesize: 4194304
hw.perflevel0.l1dcachesize: 131072
hw.perflevel0.l1icachesize: 196608
hw.perflevel0.l2cachesize: 16777216
hw.optional.arm.FEAT_LSE: 1
hw.optional.arm.FEAT_AES: 1
hw.optional.arm.FEAT_SME: 1
hw.optional.arm.FEAT_CSSC: 0
`

const INTEL = `machdep.cpu.vendor: GenuineIntel
machdep.cpu.family: 6
machdep.cpu.model: 158
machdep.cpu.stepping: 10
machdep.cpu.microcode_version: 240
machdep.cpu.features: FPU VME SSE SSE2 SSE3 PCLMULQDQ SSSE3 FMA CX16 SSE4.1 SSE4.2 MOVBE POPCNT AES XSAVE AVX1.0 F16C
machdep.cpu.leaf7_features: BMI1 AVX2 BMI2 ERMS ADX
machdep.cpu.extfeatures: SYSCALL XD LAHF LZCNT
hw.cpufamily: 260141638
hw.physicalcpu: 6
hw.logicalcpu: 12
`

test('detailsFrom reads what macOS tells of its own CPUs, of the fast cores', () => {
  const { cpuId, ...details } = detailsFrom(M4)
  assert.match(cpuId ?? '', /^apple-m4-0x6f5129ac\.2-[\da-f]{6}$/)
  assert.deepEqual(details, {
    cpu: { vendor: 'Apple', family: 0x6f5129ac, model: 2, stepping: null },
    cpuCodename: 'apple-m4',
    cpuFlags: ['aes', 'atomics', 'sme'],
    microcode: null,
    caches: [
      { level: 1, type: 'data', bytes: 131072 },
      { level: 1, type: 'instruction', bytes: 196608 },
      { level: 2, type: 'unified', bytes: 16777216 },
    ],
    threadsPerCore: 1,
    ...{ hypervisor: null, pageBytes: 16384, transparentHugePages: null },
  })
})

test('detailsFrom names the flags of x64 as Linux does', () => {
  const { cpu, cpuCodename, cpuFlags, threadsPerCore } = detailsFrom(INTEL)
  assert.deepEqual(cpu, { vendor: 'GenuineIntel', family: 6, model: 158, stepping: 10 })
  assert.deepEqual([cpuCodename, threadsPerCore], ['kaby-lake', 2])
  for (const flag of ['pni', 'sse4_1', 'sse4_2', 'avx', 'avx2', 'abm', 'lahf_lm', 'erms']) {
    assert.ok(cpuFlags?.includes(flag), flag)
  }
})

test('detailsFrom is null for what is not told', () => {
  for (const value of Object.values(detailsFrom('sysctl: unknown oid\n'))) assert.equal(value, null)
})
