import { InvalidArgumentError } from 'commander'

const BYTES = { B: 1, kB: 1e3, KB: 1e3, MB: 1e6, GB: 1e9, TB: 1e12 } as const

/** Reads a size above 0 as bytes: `500MB` or `4GB`. */
export function sizeBytes(text: string): number {
  const [, figure = '', unit = ''] = /^\s*(\d+(?:\.\d+)?)\s*([kKMGT]?B)\s*$/.exec(text) ?? []
  const value = Object.hasOwn(BYTES, unit) ? Math.round(Number(figure) * BYTES[unit as 'B']) : 0
  if (Number.isSafeInteger(value) && value > 0) return value
  throw new InvalidArgumentError('Give a size with its unit: 500MB or 4GB.')
}
