import { join } from 'node:path'
import type { EnvironmentRecord } from '@steelyard/record'
import { allowedCores } from './affinity.ts'
import { codenameOf, cpuIdOf } from './cpu-id.ts'
import { cpuDetails } from './cpu-identity.ts'
import { dispatchFlags } from './dispatch-flags.ts'
import { parsePageBytes, readBytes, systemText } from './proc.ts'

const CPU = 'sys/devices/system/cpu/cpu0'

/** Returns what Linux tells of a machine in `/proc` and `/sys` of a root folder; null for what it does not tell. */
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
