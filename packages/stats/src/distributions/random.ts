import { checkWhole } from '../descriptive/check-number.ts'

// The author of the generator throws away this many outputs after seeding.
const SEEDING_STEPS = 12

/** A reproducible source of chance: the same seed gives the same sequence on every machine. */
export interface Random {
  /** Returns the next number, uniform in [0, 1), a multiple of 2^-53. */
  next(): number
  /** Returns a whole number, uniform from 0 to `n` - 1; RangeError unless `n` is whole and at least 1. */
  integer(n: number): number
  /** Returns a new array with the elements in random order, every order equally likely. */
  shuffle<Element>(elements: readonly Element[]): Element[]
}

/**
 * Returns a seeded generator, not for secrets; RangeError unless `seed` is a whole number from 0 to 2^53 - 1.
 *
 * It is sfc32 of PractRand (C. Doty-Humphrey): 128 bits of state, fast, passes its tests.
 */
export function createRandom(seed: number): Random {
  checkWhole('seed', seed, 0)
  const word = smallFastCounter(seed)
  const next = (): number => ((word() >>> 5) * 2 ** 26 + (word() >>> 6)) / 2 ** 53
  const integer = (n: number): number => {
    checkWhole('range', n, 1)
    return Math.floor(next() * n)
  }
  return { next, integer, shuffle: elements => shuffled(elements, integer) }
}

/** Returns a function that gives the next 32 bits, as a number from 0 to 2^32 - 1. */
function smallFastCounter(seed: number): () => number {
  let a = 0
  let b = seed | 0
  let c = Math.floor(seed / 2 ** 32) | 0
  let counter = 1
  const word = (): number => {
    const output = (a + b + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (((c << 21) | (c >>> 11)) + output) | 0
    return output >>> 0
  }
  for (let step = 0; step < SEEDING_STEPS; step++) word()
  return word
}

/** Draws the elements one by one from a hat: every order is equally likely. */
function shuffled<Element>(elements: readonly Element[], integer: (n: number) => number): Element[] {
  const hat = elements.slice()
  // What was drawn is kept behind what is left. Simulations do it millions of times: it must not make arrays.
  for (let left = hat.length; left > 0; left--) {
    const at = integer(left)
    const drawn = hat[at] as Element
    for (let next = at + 1; next < left; next++) hat[next - 1] = hat[next] as Element
    hat[left - 1] = drawn
  }
  return hat.reverse()
}
