import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** A machine as Linux shows it: files below the root, with their text. */
export type Machine = Readonly<Record<string, string>>

const CPU = 'sys/devices/system/cpu/cpu0'

const FLAGS_OF_ALL =
  'fpu vme de pse tsc msr pae mce cx8 apic sep mtrr pge mca cmov pat pse36 clflush mmx fxsr sse sse2 ht syscall nx pdpe1gb rdtscp lm constant_tsc rep_good nopl nonstop_tsc cpuid tsc_known_freq'

/** A guest of Hyper-V on an EPYC 7763. */
export const ZEN3: Machine = {
  'proc/cpuinfo': x64({
    vendor: 'AuthenticAMD',
    numbers: [25, 1, 1],
    microcode: '0xffffffff',
    name: 'AMD EPYC 7763 64-Core Processor',
    flags:
      'pni pclmulqdq ssse3 fma cx16 pcid sse4_1 sse4_2 movbe popcnt aes xsave avx f16c rdrand hypervisor lahf_lm cmp_legacy svm cr8_legacy abm sse4a misalignsse 3dnowprefetch osvw topoext vmmcall fsgsbase bmi1 avx2 smep bmi2 erms invpcid rdseed adx smap clflushopt clwb sha_ni xsaveopt xsavec xgetbv1 xsaves clzero xsaveerptr rdpru arat umip vaes vpclmulqdq rdpid fsrm',
  }),
  ...caches('32K', '32K', '512K', '32768K'),
  [`${CPU}/topology/thread_siblings_list`]: '0-1\n',
  'sys/kernel/mm/transparent_hugepage/enabled': 'always [madvise] never\n',
}

/** A guest of KVM on an EPYC of the fifth generation. */
export const ZEN5: Machine = {
  'proc/cpuinfo': x64({
    vendor: 'AuthenticAMD',
    numbers: [26, 2, 1],
    microcode: '0x1000065',
    name: 'AMD EPYC',
    flags:
      'pni pclmulqdq ssse3 fma cx16 pcid sse4_1 sse4_2 x2apic movbe popcnt tsc_deadline_timer aes xsave avx f16c rdrand hypervisor lahf_lm cmp_legacy cr8_legacy abm sse4a misalignsse 3dnowprefetch osvw topoext vmmcall fsgsbase tsc_adjust bmi1 avx2 smep bmi2 erms invpcid avx512f avx512dq adx smap avx512ifma clflushopt clwb avx512cd sha_ni avx512bw avx512vl xsaveopt xsavec xgetbv1 xsaves avx_vnni avx512_bf16 clzero xsaveerptr arat avx512vbmi umip avx512_vbmi2 gfni vaes vpclmulqdq avx512_vnni avx512_bitalg avx512_vpopcntdq rdpid fsrm avx512_vp2intersect',
  }),
  ...caches('48K', '32K', '1024K', '32768K'),
  [`${CPU}/topology/thread_siblings_list`]: '0\n',
  'sys/kernel/mm/transparent_hugepage/enabled': '[always] madvise never\n',
}

/** A guest of Hyper-V on a Xeon Platinum 8370C. */
export const ICE_LAKE: Machine = {
  'proc/cpuinfo': x64({
    vendor: 'GenuineIntel',
    numbers: [6, 106, 6],
    microcode: '0xffffffff',
    name: 'Intel(R) Xeon(R) Platinum 8370C CPU @ 2.80GHz',
    flags:
      'pni pclmulqdq vmx ssse3 fma cx16 pcid sse4_1 sse4_2 x2apic movbe popcnt tsc_deadline_timer aes xsave avx f16c rdrand hypervisor lahf_lm abm 3dnowprefetch tpr_shadow ept vpid ept_ad fsgsbase tsc_adjust bmi1 hle avx2 smep bmi2 erms invpcid rtm avx512f avx512dq rdseed adx smap avx512ifma clflushopt clwb avx512cd sha_ni avx512bw avx512vl xsaveopt xsavec xgetbv1 xsaves vnmi avx512vbmi umip avx512_vbmi2 gfni vaes vpclmulqdq avx512_vnni avx512_bitalg avx512_vpopcntdq la57 rdpid fsrm arch_capabilities',
  }),
  ...caches('48K', '32K', '1280K', '49152K'),
  [`${CPU}/topology/thread_siblings_list`]: '0,2\n',
}

/** AWS Graviton3, whose cpuinfo has no name. */
export const GRAVITON3: Machine = {
  'proc/cpuinfo': arm(
    'fp asimd evtstrm aes pmull sha1 sha2 crc32 atomics fphp asimdhp cpuid asimdrdm jscvt fcma lrcpc dcpop sha3 sm3 sm4 asimddp sha512 sve asimdfhm dit uscat ilrcpc flagm ssbs paca pacg dcpodp svei8mm svebf16 i8mm bf16 dgh rng',
    [['0x41', '0x1', '0xd40', '1']],
  ),
  ...caches('64K', '64K', '1024K', '32768K'),
  [`${CPU}/topology/thread_siblings_list`]: '0\n',
}

/** A Mac mini with M1 under Asahi Linux: slow cores first, then fast ones; no caches are reported. */
export const M1: Machine = {
  'proc/cpuinfo': arm(
    'fp asimd evtstrm aes pmull sha1 sha2 crc32 atomics fphp asimdhp cpuid asimdrdm jscvt fcma lrcpc dcpop sha3 asimddp sha512 asimdfhm dit uscat ilrcpc flagm ssbs sb paca pacg dcpodp flagm2 frint',
    [
      ['0x61', '0x1', '0x022', '1'],
      ['0x61', '0x1', '0x023', '1'],
    ],
  ),
}

export const MACHINES: Readonly<Record<string, Machine>> = { ZEN3, ZEN5, ICE_LAKE, GRAVITON3, M1 }

/** Writes a machine's files into a folder. */
export function writeMachine(root: string, machine: Machine): void {
  for (const [file, text] of Object.entries(machine)) {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), text)
  }
}

interface X64 {
  readonly vendor: string
  readonly numbers: readonly [family: number, model: number, stepping: number]
  readonly microcode: string
  readonly name: string
  readonly flags: string
}

function x64({ vendor, numbers: [family, model, stepping], microcode, name, flags }: X64): string {
  const core = (number: number) => `processor	: ${number}
vendor_id	: ${vendor}
cpu family	: ${family}
model		: ${model}
model name	: ${name}
stepping	: ${stepping}
microcode	: ${microcode}
cpu MHz		: ${2400 + number}.122
flags		: ${FLAGS_OF_ALL} ${flags}
bugs		: spectre_v1 spectre_v2
`
  return `${core(0)}\n${core(1)}\n`
}

function arm(features: string, cores: readonly (readonly [string, string, string, string])[]): string {
  return cores
    .flatMap(core => [core, core])
    .map(
      ([implementer, variant, part, revision], number) => `processor	: ${number}
BogoMIPS	: 48.00
Features	: ${features}
CPU implementer	: ${implementer}
CPU architecture: 8
CPU variant	: ${variant}
CPU part	: ${part}
CPU revision	: ${revision}
`,
    )
    .join('\n')
}

function caches(data: string, instruction: string, second: string, third: string): Machine {
  const cache = (index: number, level: number, type: string, size: string) => ({
    [`${CPU}/cache/index${index}/level`]: `${level}\n`,
    [`${CPU}/cache/index${index}/type`]: `${type}\n`,
    [`${CPU}/cache/index${index}/size`]: `${size}\n`,
  })
  return {
    ...cache(0, 1, 'Data', data),
    ...cache(1, 1, 'Instruction', instruction),
    ...cache(2, 2, 'Unified', second),
    ...cache(3, 3, 'Unified', third),
  }
}
