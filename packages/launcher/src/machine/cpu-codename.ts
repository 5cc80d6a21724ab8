import type { CpuRecord } from '@steelyard/record'

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

/** Codenames of family 6 by model: arch/x86/include/asm/intel-family.h of Linux. Flags distinguish the CPUs of model 0x55. */
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
 * Returns what people call a kind of CPU: `zen5`, `sapphire-rapids`; null for ARM, for one that is not in the tables,
 * or whose flags contradict its model.
 *
 * @param flags of the CPU, which tell three generations of one Intel model apart
 */
export function cpuCodename({ vendor, family, model }: CpuRecord, flags: readonly string[]): string | null {
  if (family === null || model === null) return null
  if (vendor === 'AuthenticAMD') {
    return AMD[family]?.find(([first, last]) => first <= model && model <= last)?.[2] ?? null
  }
  if (vendor === 'HygonGenuine') return family === 0x18 ? 'dhyana' : null
  if (vendor === 'GenuineIntel') return family === 6 ? intelName(model, flags) : null
  return null
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
