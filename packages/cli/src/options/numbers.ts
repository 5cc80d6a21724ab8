import { InvalidArgumentError } from 'commander'

const BYTES = { B: 1, kB: 1e3, KB: 1e3, MB: 1e6, GB: 1e9, TB: 1e12 } as const

/** Reads a percentage above 0 as a fraction. */
export function percent(text: string): number {
  const value = Number(text) / 100
  if (!(value > 0) || !Number.isFinite(value)) throw new InvalidArgumentError('Give a number above 0.')
  return value
}

export function wholeNumber(text: string): number {
  // Number reads an empty text as 0.
  const value = text.trim() === '' ? Number.NaN : Number(text)
  if (!Number.isSafeInteger(value) || value < 0) throw new InvalidArgumentError('Give a whole number from 0.')
  return value
}

export function wholeFrom(least: number): (text: string) => number {
  return text => {
    const value = wholeNumber(text)
    if (value < least) throw new InvalidArgumentError(`Give ${least} or more.`)
    return value
  }
}

/** Reads a size above 0 as bytes: `500MB` or `4GB`. */
export function sizeBytes(text: string): number {
  const [, figure = '', unit = ''] = /^\s*(\d+(?:\.\d+)?)\s*([kKMGT]?B)\s*$/.exec(text) ?? []
  const value = Object.hasOwn(BYTES, unit) ? Math.round(Number(figure) * BYTES[unit as 'B']) : 0
  if (Number.isSafeInteger(value) && value > 0) return value
  throw new InvalidArgumentError('Give a size with its unit: 500MB or 4GB.')
}
