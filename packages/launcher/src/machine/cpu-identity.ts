import type { CpuRecord } from '@steelyard/record'

/**
 * Returns what `/proc/cpuinfo` tells of a CPU: every kind of core in the order of the cores, the features of the first, and
 * the microcode as the kernel writes it. Some hypervisors show a number for that which means nothing, 0xffffffff.
 */
export function cpuDetails(cpuinfo: string) {
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
