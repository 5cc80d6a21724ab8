import { execFile } from 'node:child_process'
import { codenameOf, cpuIdOf } from './cpu-id.ts'
import type { CpuIdentity } from './cpu-identity.ts'
import { dispatchFlags } from './dispatch-flags.ts'
import type { CpuCache, MachineDetails } from './machine-details.ts'

/** Feature of ARM as macOS names it, and as Linux does. */
const ARM_FLAGS: Readonly<Record<string, string>> = {
  ...{
    AdvSIMD: 'asimd',
    FEAT_FP16: 'asimdhp',
    FEAT_DotProd: 'asimddp',
    FEAT_FHM: 'asimdfhm',
    FEAT_RDM: 'asimdrdm',
  },
  ...{
    FEAT_JSCVT: 'jscvt',
    FEAT_FCMA: 'fcma',
    FEAT_FRINTTS: 'frint',
    FEAT_FlagM: 'flagm',
    FEAT_LSE: 'atomics',
  },
  ...{ FEAT_LSE2: 'uscat', FEAT_LRCPC: 'lrcpc', FEAT_LRCPC2: 'ilrcpc', FEAT_CRC32: 'crc32', FEAT_AES: 'aes' },
  ...{
    FEAT_PMULL: 'pmull',
    FEAT_SHA1: 'sha1',
    FEAT_SHA256: 'sha2',
    FEAT_SHA3: 'sha3',
    FEAT_SHA512: 'sha512',
  },
  ...{
    FEAT_I8MM: 'i8mm',
    FEAT_BF16: 'bf16',
    FEAT_SME: 'sme',
    FEAT_SME2: 'sme2',
    FEAT_CSSC: 'cssc',
    FEAT_HBC: 'hbc',
  },
}

/** x64 flags whose lower-case name differs from that of Linux. */
const X64_FLAGS: Readonly<Record<string, string>> = {
  ...{ sse3: 'pni', 'sse4.1': 'sse4_1', 'sse4.2': 'sse4_2', 'avx1.0': 'avx', lzcnt: 'abm', lahf: 'lahf_lm' },
  ...{ sha: 'sha_ni', avx512vbmi2: 'avx512_vbmi2', avx512vnni: 'avx512_vnni', avx512bitalg: 'avx512_bitalg' },
  ...{ avx512vpopcntdq: 'avx512_vpopcntdq' },
}

const X64_FEATURES = ['machdep.cpu.features', 'machdep.cpu.leaf7_features', 'machdep.cpu.extfeatures']

const NAMES = [
  ...['machdep.cpu.vendor', 'machdep.cpu.family', 'machdep.cpu.model', 'machdep.cpu.stepping'],
  ...['machdep.cpu.microcode_version', ...X64_FEATURES],
  ...['hw.cpufamily', 'hw.cpusubfamily', 'hw.pagesize', 'hw.physicalcpu', 'hw.logicalcpu'],
  ...['hw.l1dcachesize', 'hw.l1icachesize', 'hw.l2cachesize', 'hw.l3cachesize'],
  ...['hw.perflevel0.l1dcachesize', 'hw.perflevel0.l1icachesize', 'hw.perflevel0.l2cachesize'],
  ...Object.keys(ARM_FLAGS).map(armName),
]

/** Returns what macOS tells of a machine. */
export async function macosDetails(): Promise<MachineDetails> {
  return detailsFrom(await sysctl(NAMES))
}

/** `sysctl -n` would not say which of the values is missing. It fails where one is, and tells the others. */
function sysctl(names: readonly string[]): Promise<string> {
  return new Promise(resolve => {
    execFile('/usr/sbin/sysctl', names, (_, stdout) => resolve(stdout))
  })
}

/** Returns what lines as `hw.pagesize: 16384` tell. */
export function detailsFrom(output: string): MachineDetails {
  const values = new Map(
    output.split('\n').flatMap(line => {
      const [, name, value] = /^([\w.]+): (.*)$/.exec(line) ?? []
      return name === undefined || value === undefined ? [] : [[name, value.trim()] as const]
    }),
  )
  const number = (name: string) => (/^\d+$/.test(values.get(name) ?? '') ? Number(values.get(name)) : null)
  const flags = flagsOf(values)
  const cpu = identityOf(values, number)
  const kinds = cpu === null ? [] : [cpu]
  const [threads, cores] = [number('hw.logicalcpu'), number('hw.physicalcpu')]
  return {
    cpu,
    cpuId: cpuIdOf(kinds, flags),
    cpuCodename: codenameOf(kinds, flags ?? []),
    cpuFlags: flags && dispatchFlags(flags),
    microcode: values.get('machdep.cpu.microcode_version') ?? null,
    caches: cachesOf(number),
    threadsPerCore: threads === null || cores === null || cores === 0 ? null : threads / cores,
    hypervisor: null,
    pageBytes: number('hw.pagesize'),
    transparentHugePages: null,
  }
}

type Values = ReadonlyMap<string, string>
type NumberOf = (name: string) => number | null

function identityOf(values: Values, number: NumberOf): CpuIdentity | null {
  const vendor = values.get('machdep.cpu.vendor')
  if (vendor !== undefined) {
    return {
      vendor,
      family: number('machdep.cpu.family'),
      model: number('machdep.cpu.model'),
      stepping: number('machdep.cpu.stepping'),
    }
  }
  const family = number('hw.cpufamily')
  return family === null
    ? null
    : { vendor: 'Apple', family, model: number('hw.cpusubfamily'), stepping: null }
}

function flagsOf(values: Values): string[] | null {
  const x64 = X64_FEATURES.flatMap(name => values.get(name)?.toLowerCase().split(/\s+/) ?? [])
  if (x64.length > 0) return x64.map(flag => X64_FLAGS[flag] ?? flag)
  const arm = Object.keys(ARM_FLAGS).filter(name => values.get(armName(name)) === '1')
  return arm.length === 0 ? null : arm.flatMap(name => ARM_FLAGS[name] ?? [])
}

function armName(feature: string): string {
  return `hw.optional.arm.${feature}`
}

/** Caches of the fast cores, where there are two kinds. */
function cachesOf(number: NumberOf): CpuCache[] | null {
  const cache = (level: number, type: CpuCache['type'], name: string) => {
    const bytes = number(`hw.perflevel0.${name}`) ?? number(`hw.${name}`)
    return bytes === null || bytes === 0 ? [] : [{ level, type, bytes }]
  }
  const caches = [
    ...cache(1, 'data', 'l1dcachesize'),
    ...cache(1, 'instruction', 'l1icachesize'),
    ...cache(2, 'unified', 'l2cachesize'),
    ...cache(3, 'unified', 'l3cachesize'),
  ]
  return caches.length === 0 ? null : caches
}
