import type { CpuIdentity } from './cpu-identity.ts'

/** A range of models of one family, both ends included. */
type Models = readonly [first: number, last: number, name: string]

/** Zen generations by family: `bsp_init_amd` in arch/x86/kernel/cpu/amd.c of Linux. */
const AMD: Readonly<Record<number, readonly Models[]>> = {
  23: [
    [0x00, 0x2f, 'zen1'],
    [0x30, 0x4f, 'zen2'],
    [0x50, 0x5f, 'zen1'],
    [0x60, 0x7f, 'zen2'],
    [0x90, 0x91, 'zen2'],
    [0xa0, 0xaf, 'zen2'],
  ],
  25: [
    [0x00, 0x0f, 'zen3'],
    [0x10, 0x1f, 'zen4'],
    [0x20, 0x5f, 'zen3'],
    [0x60, 0xaf, 'zen4'],
  ],
  26: [
    [0x00, 0x2f, 'zen5'],
    [0x40, 0x4f, 'zen5'],
    [0x50, 0x5f, 'zen6'],
    [0x60, 0x7f, 'zen5'],
    [0x80, 0xaf, 'zen6'],
    [0xc0, 0xcf, 'zen6'],
  ],
}

/**
 * Codenames of family 6 by model: arch/x86/include/asm/intel-family.h of Linux. The flags distinguish the CPUs of model
 * 0x55.
 */
const INTEL: Readonly<Record<number, string>> = {
  ...{ 26: 'nehalem', 30: 'nehalem', 46: 'nehalem', 37: 'westmere', 44: 'westmere', 47: 'westmere' },
  ...{ 42: 'sandy-bridge', 45: 'sandy-bridge', 58: 'ivy-bridge', 62: 'ivy-bridge' },
  ...{ 60: 'haswell', 63: 'haswell', 69: 'haswell', 70: 'haswell' },
  ...{ 61: 'broadwell', 71: 'broadwell', 79: 'broadwell', 86: 'broadwell' },
  ...{ 78: 'skylake', 94: 'skylake', 142: 'kaby-lake', 158: 'kaby-lake' },
  ...{ 165: 'comet-lake', 166: 'comet-lake', 102: 'cannon-lake' },
  ...{ 106: 'ice-lake', 108: 'ice-lake', 125: 'ice-lake', 126: 'ice-lake', 157: 'ice-lake' },
  ...{ 167: 'rocket-lake', 140: 'tiger-lake', 141: 'tiger-lake' },
  ...{ 143: 'sapphire-rapids', 207: 'emerald-rapids', 173: 'granite-rapids', 174: 'granite-rapids' },
  ...{ 151: 'alder-lake', 154: 'alder-lake', 183: 'raptor-lake', 186: 'raptor-lake', 191: 'raptor-lake' },
  ...{ 170: 'meteor-lake', 172: 'meteor-lake', 181: 'arrow-lake', 197: 'arrow-lake', 198: 'arrow-lake' },
  ...{ 189: 'lunar-lake', 204: 'panther-lake' },
  ...{ 55: 'silvermont', 74: 'silvermont', 77: 'silvermont', 92: 'goldmont', 95: 'goldmont' },
  ...{ 122: 'goldmont-plus', 134: 'tremont', 150: 'tremont', 156: 'tremont', 190: 'gracemont' },
  ...{ 175: 'sierra-forest', 182: 'grand-ridge', 221: 'clearwater-forest' },
}

const SKYLAKE_SERVER = 0x55

/** Codenames of CPUs that multiply matrices (AMX): no earlier model can, whatever a hypervisor reports. */
const WITH_AMX: ReadonlySet<string> = new Set(['sapphire-rapids', 'emerald-rapids', 'granite-rapids'])

/**
 * Codenames by implementer and part: arch/arm64/include/asm/cputype.h of Linux; Apple's M3 and M4 from
 * osfmk/arm/cpuid.h of XNU, as in pytorch/cpuinfo.
 */
const ARM: Readonly<Record<string, Readonly<Record<number, string>>>> = {
  '0x41': {
    ...{ 3331: 'cortex-a53', 3335: 'cortex-a57', 3336: 'cortex-a72', 3337: 'cortex-a73', 3338: 'cortex-a75' },
    ...{ 3333: 'cortex-a55', 3339: 'cortex-a76', 3341: 'cortex-a77', 3393: 'cortex-a78', 3396: 'cortex-x1' },
    ...{
      3398: 'cortex-a510',
      3399: 'cortex-a710',
      3400: 'cortex-x2',
      3405: 'cortex-a715',
      3406: 'cortex-x3',
    },
    ...{
      3456: 'cortex-a520',
      3457: 'cortex-a720',
      3458: 'cortex-x4',
      3461: 'cortex-x925',
      3463: 'cortex-a725',
    },
    ...{ 3340: 'neoverse-n1', 3392: 'neoverse-v1', 3401: 'neoverse-n2', 3407: 'neoverse-v2' },
    ...{ 3470: 'neoverse-n3', 3459: 'neoverse-v3ae', 3460: 'neoverse-v3' },
  },
  '0x43': { 161: 'thunderx', 175: 'thunderx2' },
  '0x46': { 1: 'a64fx' },
  '0x48': { 3329: 'tsv110' },
  '0x4e': { 4: 'carmel', 16: 'olympus' },
  '0x51': { 1: 'oryon', 3072: 'falkor' },
  '0x61': {
    ...{ 34: 'apple-m1', 35: 'apple-m1', 36: 'apple-m1', 37: 'apple-m1', 40: 'apple-m1' },
    ...{ 41: 'apple-m1', 50: 'apple-m2', 51: 'apple-m2', 52: 'apple-m2', 53: 'apple-m2' },
    ...{ 56: 'apple-m2', 57: 'apple-m2', 66: 'apple-m3', 67: 'apple-m3', 68: 'apple-m3' },
    ...{ 69: 'apple-m3', 72: 'apple-m3', 73: 'apple-m3', 82: 'apple-m4', 83: 'apple-m4' },
  },
  '0x6d': { 3401: 'cobalt-100' },
  '0xc0': { 2755: 'ampereone', 2756: 'ampereone' },
}

/** `hw.cpufamily` of macOS: `CPUFAMILY_ARM_*` in osfmk/mach/machine.h of XNU. */
const APPLE: Readonly<Record<number, string>> = {
  458787763: 'apple-m1',
  3660830781: 'apple-m2',
  4197663070: 'apple-m3',
  1912690738: 'apple-m3',
  1598941843: 'apple-m3',
  1867590060: 'apple-m4',
  399882554: 'apple-m4',
  492472296: 'apple-m5',
  4151073562: 'apple-m5',
}

/**
 * Returns what people call a kind of CPU: `zen5`, `sapphire-rapids`, `neoverse-v1`; null for one that is not in the tables,
 * or whose flags contradict its model.
 *
 * @param flags of the CPU, which tell three generations of one Intel model apart
 */
export function cpuCodename({ vendor, family, model }: CpuIdentity, flags: readonly string[]): string | null {
  if (vendor === null || family === null) return null
  if (vendor === 'Apple') return APPLE[family] ?? null
  if (model === null) return null
  if (vendor === 'AuthenticAMD') {
    return AMD[family]?.find(([first, last]) => first <= model && model <= last)?.[2] ?? null
  }
  if (vendor === 'HygonGenuine') return family === 0x18 ? 'dhyana' : null
  if (vendor === 'GenuineIntel') return family === 6 ? intelName(model, flags) : null
  return ARM[vendor]?.[model] ?? null
}

/**
 * Linux tells the three Skylake servers by their stepping; a guest may be shown another stepping than the flags that it
 * has. It may be shown another model too: one that its flags contradict has no name.
 */
function intelName(model: number, flags: readonly string[]): string | null {
  if (model !== SKYLAKE_SERVER) {
    const name = INTEL[model] ?? null
    return name !== null && flags.includes('amx_tile') && !WITH_AMX.has(name) ? null : name
  }
  if (flags.includes('avx512_bf16')) return 'cooper-lake'
  return flags.includes('avx512_vnni') ? 'cascade-lake' : 'skylake-sp'
}
