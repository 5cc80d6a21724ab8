import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { CpuRecord, EnvironmentRecord } from '@steelyard/record'
import { allowedCores } from './affinity.ts'
import { cpuCodename } from './cpu-codename.ts'
import { dispatchFlags } from './dispatch-flags.ts'
import { parsePageBytes, readBytes, systemText } from './proc.ts'

const CPU = 'sys/devices/system/cpu/cpu0'

/**
 * Returns what Linux tells of a machine in `/proc` and `/sys`; null for what it does not tell.
 *
 * @param root the folder in which those two are
 */
export function linuxDetails(root = '/') {
  const text = (file: string) => systemText(join(root, file))
  const siblings = text(`${CPU}/topology/thread_siblings_list`)
  const { kinds, flags, microcode } = cpuDetails(text('proc/cpuinfo') ?? '')
  return {
    cpu: kinds[0] ?? null,
    cpuId: cpuIdOf(kinds, flags),
    cpuCodename: codenameOf(kinds, flags ?? []),
    cpuFlags: flags && dispatchFlags(flags),
    microcode,
    caches: cachesOf(text),
    threadsPerCore: siblings === null ? null : allowedCores(siblings).length,
    pageBytes: parsePageBytes(readBytes(join(root, 'proc/self/auxv'))),
    transparentHugePages:
      /\[(\w+)\]/.exec(text('sys/kernel/mm/transparent_hugepage/enabled') ?? '')?.[1] ?? null,
  }
}

/** No CPU has more. */
const MOST_CACHES = 16

function cachesOf(text: (file: string) => string | null): EnvironmentRecord['caches'] {
  const caches = Array.from({ length: MOST_CACHES }, (_, index) => {
    const field = (name: string) => text(`${CPU}/cache/index${index}/${name}`)
    const level = Number(field('level'))
    const type = field('type')?.toLowerCase()
    const bytes = sizeBytes(field('size'))
    const isKnown = type === 'data' || type === 'instruction' || type === 'unified'
    return isKnown && bytes !== null && level > 0 ? [{ level, type, bytes } as const] : []
  }).flat()
  return caches.length === 0 ? null : caches
}

/** Reads a size as the kernel writes it, `48K`. */
function sizeBytes(text: string | null): number | null {
  const [, number, unit = ''] = /^(\d+)([KMG]?)$/.exec(text ?? '') ?? []
  return number === undefined ? null : Number(number) * 1024 ** ' KMG'.indexOf(unit || ' ')
}

const HASH_LENGTH = 6

/**
 * Returns a short text that is equal where a runtime and its libraries choose the same code, `zen5-26.2-a1b2c3`: codename,
 * family and model (of ARM implementer and part, hexadecimal), and a hash of the maker and of the flags that are asked for
 * when code is chosen. A model without a codename has its maker there. null where maker, model or flags are unknown.
 *
 * What is left out, and why:
 * - stepping: glibc chooses by it only whether transactional memory is used, on models whose flags differ as well
 * - caches: from a quarter of the last one on glibc copies past it, so that the size moves a threshold of some MB; what a
 *   guest is shown of that size follows the number of its cores, and one CPU would have many ids. Sizes are recorded apart
 * - clock, microcode and kernel: they change how fast code runs, not which
 *
 * @param kinds of the cores, in any order; cores of several kinds are all in the id
 */
function cpuIdOf(kinds: readonly CpuRecord[], flags: readonly string[] | null): string | null {
  const [first] = kinds
  if (first === undefined || flags === null || !kinds.every(isTold)) return null
  const asked = dispatchFlags(flags)
  const hash = createHash('sha256')
    .update(JSON.stringify([first.vendor, ...asked]))
    .digest('hex')
  const numbers = Array.from(new Set(kinds.map(numbersOf))).toSorted()
  return [
    codenameOf(kinds, flags) ?? plain(first.vendor),
    numbers.join('+'),
    hash.slice(0, HASH_LENGTH),
  ].join('-')
}

/** Returns the codenames of all kinds of cores, joined by `+`; null where none is known. */
function codenameOf(kinds: readonly CpuRecord[], flags: readonly string[]): string | null {
  const names = kinds.flatMap(kind => cpuCodename(kind, flags) ?? [])
  return names.length === 0 ? null : Array.from(new Set(names)).toSorted().join('+')
}

function isTold({ vendor, family, model }: CpuRecord): boolean {
  return vendor !== null && family !== null && model !== null
}

function numbersOf({ vendor, family, model }: CpuRecord): string {
  const hex = (number: number | null) => `0x${number?.toString(16)}`
  return vendor?.startsWith('0x') ? `${vendor}.${hex(model)}` : `${family}.${model}`
}

function plain(vendor: string | null): string {
  return (vendor ?? '').toLowerCase().replaceAll(/[^a-z\d]+/g, '')
}

/** What `/proc/cpuinfo` tells of a CPU. */
interface CpuDetails {
  /** Every kind of core, in the order of the cores. */
  readonly kinds: readonly CpuRecord[]
  /** Names of features of the first core; null where none are reported. */
  readonly flags: readonly string[] | null
  /** As the kernel writes it; some hypervisors show a number that means nothing, 0xffffffff. */
  readonly microcode: string | null
}

export function cpuDetails(cpuinfo: string): CpuDetails {
  const cores = cpuinfo
    .trim()
    .split(/\n\s*\n/)
    .map(fieldsOf)
  const kinds = cores.flatMap(core => identityOf(core) ?? [])
  const [first] = cores
  return {
    kinds: Array.from(new Map(kinds.map(kind => [JSON.stringify(kind), kind])).values()),
    flags: (first?.get('flags') ?? first?.get('Features'))?.split(/\s+/) ?? null,
    microcode: first?.get('microcode') || null,
  }
}

type Fields = ReadonlyMap<string, string>

function fieldsOf(core: string): Fields {
  return new Map(
    core.split('\n').map(line => {
      const [name = '', ...value] = line.split(':')
      return [name.trim(), value.join(':').trim()] as const
    }),
  )
}

/**
 * On ARM the vendor is the code of the implementer (`0x41`), the family the architecture, the model the part, and the
 * stepping 16 × variant + revision: both have four bits there.
 */
function identityOf(fields: Fields): CpuRecord | null {
  const number = (name: string) => wholeNumber(fields.get(name))
  const [variant, revision] = [number('CPU variant'), number('CPU revision')]
  const identity = fields.has('CPU implementer')
    ? {
        vendor: fields.get('CPU implementer') || null,
        family: number('CPU architecture'),
        model: number('CPU part'),
        stepping: variant === null || revision === null ? null : 16 * variant + revision,
      }
    : {
        vendor: fields.get('vendor_id') || null,
        family: number('cpu family'),
        model: number('model'),
        stepping: number('stepping'),
      }
  return Object.values(identity).every(each => each === null) ? null : identity
}

/** Decimal, or hexadecimal after 0x; null for words such as `unknown`. */
function wholeNumber(text: string | undefined): number | null {
  return text !== undefined && /^(\d+|0x[\da-f]+)$/i.test(text) ? Number(text) : null
}
