import { hash } from 'node:crypto'
import type { CpuRecord } from '@steelyard/record'
import { cpuCodename } from './cpu-codename.ts'
import { dispatchFlags } from './dispatch-flags.ts'

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
export function cpuIdOf(kinds: readonly CpuRecord[], flags: readonly string[] | null): string | null {
  const [first] = kinds
  if (
    first === undefined ||
    flags === null ||
    kinds.some(({ vendor, family, model }) => [vendor, family, model].includes(null))
  )
    return null
  const asked = dispatchFlags(flags)
  const digest = hash('sha256', JSON.stringify([first.vendor, ...asked])).slice(0, HASH_LENGTH)
  const numbers = Array.from(new Set(kinds.map(numbersOf))).toSorted()
  const maker = (first.vendor ?? '').toLowerCase().replaceAll(/[^a-z\d]+/g, '')
  return `${codenameOf(kinds, flags) ?? maker}-${numbers.join('+')}-${digest}`
}

/** Returns the codenames of all kinds of cores, joined by `+`; null where none is known. */
export function codenameOf(kinds: readonly CpuRecord[], flags: readonly string[]): string | null {
  const names = kinds.flatMap(kind => cpuCodename(kind, flags) ?? [])
  return names.length === 0 ? null : Array.from(new Set(names)).toSorted().join('+')
}

function numbersOf({ vendor, family, model }: CpuRecord): string {
  return vendor?.startsWith('0x') ? `${vendor}.0x${model?.toString(16)}` : `${family}.${model}`
}
