/** Identifies the CPU by its maker's numbers; null for each that is not reported. */
export interface CpuIdentity {
  readonly vendor: string | null
  readonly family: number | null
  readonly model: number | null
  readonly stepping: number | null
}

/**
 * Returns the CPU of the first core in the text of `/proc/cpuinfo`; null where the text does not identify it.
 *
 * Of ARM the vendor is the code of the implementer (`0x41`), the family the architecture, the model the part, and the
 * stepping 16 × variant + revision: both have four bits there.
 */
export function cpuIdentity(cpuinfo: string): CpuIdentity | null {
  const [firstCore = ''] = cpuinfo.trim().split(/\n\s*\n/)
  const fields = new Map(
    firstCore.split('\n').map(line => {
      const [name = '', ...value] = line.split(':')
      return [name.trim(), value.join(':').trim()] as const
    }),
  )
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
