import { suite } from 'steelyard'

const STEPS = 50_000
/** A prime other than 7919, so that (index × 7919) % LENGTH is each number below LENGTH once. */
const LENGTH = 2003
const TEXTS = 2000
const LARGEST = 20_000
const SECTIONS = 10
const ITEMS = 40
/** Whole numbers of 32 bits, half of them over 31. */
const NUMBERS = Array.from({ length: 10_000 }, (_, index) => Math.imul(index + 1, 0x9e3779b1))

export default suite({
  name: 'plain-javascript',
  question: 'Does JavaScript that calls nothing of the runtime take equally long in each of them?',
  tags: ['engine'],
  setup: () => ({ seed: 1 }),
  compare: 'targets',
  baseline: 'integers',
  cases: {
    integers: ({ seed }) => mixed(seed),
    sums: ({ seed }) => sumOfNumbers(seed),
    sort: () => sortedNumbers(),
    'string-hash': () => hashOfTexts(),
    primes: () => primesByDivision(),
    // Encoding makes the engine join the concatenated parts, as sending the page would.
    page: () => encoder.encode(page()),
  },
  verify: value => (value instanceof Uint8Array ? Array.from(value) : value),
  expected: ({ seed }, caseId) => EXPECTED[caseId]?.(seed),
})

/** A product exceeds 53 bits and is rounded before its low bits are kept, which EXPECTED repeats. */
function mixed(seed: number): number {
  let state = seed
  for (let step = 0; step < STEPS; step++) {
    state = (state + ((step * 31) ^ (step << 3))) & 0x7fffffff
    state = (state * 1103515245 + 12345) & 0x7fffffff
  }
  return state
}

function sumOfNumbers(seed: number): number {
  let sum = seed
  for (let at = 0; at < NUMBERS.length; at++) sum = (sum + (NUMBERS[at] as number)) | 0
  return sum
}

function sortedNumbers(): number {
  const numbers = Array.from({ length: LENGTH }, (_, index) => (index * 7919) % LENGTH)
  numbers.sort((a, b) => a - b)
  return numbers.reduce((sum, value, index) => sum + value * index, 0)
}

function hashOfTexts(): number {
  let hash = 0
  for (let number = 0; number < TEXTS; number++) {
    const text = `benchmark-${number}`
    for (let at = 0; at < text.length; at++) hash = ((hash << 5) - hash + text.charCodeAt(at)) | 0
  }
  return hash
}

function primesByDivision(): number {
  let count = 1
  for (let number = 3; number <= LARGEST; number += 2) {
    let isPrime = true
    for (let divisor = 3; isPrime && divisor * divisor <= number; divisor += 2)
      isPrime = number % divisor !== 0
    if (isPrime) count++
  }
  return count
}

/** Makes nested objects, and renders them as HTML. */
function page(): string {
  const sections = Array.from({ length: SECTIONS }, (_, section) => ({
    title: `Section ${section}`,
    items: Array.from({ length: ITEMS }, (_, item) => ({
      id: item,
      value: Math.sqrt(section * 1000 + item),
      code: (section * item * 12345).toString(36),
    })),
  }))
  const rows = sections.map(({ title, items }) => {
    const cells = items.map(
      ({ id, value, code }) => `<li id="i${id}">${value.toFixed(4)} <b>${code}</b></li>`,
    )
    return `<section><h2>${title}</h2><ul>${cells.join('')}</ul></section>`
  })
  return `<main>${rows.join('')}</main>`
}

const encoder = new TextEncoder()

/** Reference outputs by other algorithms. */
const EXPECTED: Readonly<Record<string, (seed: number) => number | number[]>> = {
  integers(seed) {
    let state = BigInt(seed)
    for (let step = 0n; step < STEPS; step++) {
      state = BigInt.asUintN(31, state + ((step * 31n) ^ (step << 3n)))
      state = BigInt.asUintN(31, BigInt(Number(state) * 1103515245 + 12345))
    }
    return Number(state)
  },
  sums: seed =>
    Number(
      BigInt.asIntN(
        32,
        NUMBERS.reduce((sum, number) => sum + BigInt(number), BigInt(seed)),
      ),
    ),
  sort: () => Array.from({ length: LENGTH }, (_, value) => value ** 2).reduce((sum, square) => sum + square),
  'string-hash'() {
    const text = Array.from({ length: TEXTS }, (_, number) => `benchmark-${number}`).join('')
    let hash = 0n
    for (const character of text) hash = BigInt.asIntN(32, hash * 31n + BigInt(character.charCodeAt(0)))
    return Number(hash)
  },
  primes() {
    const isComposite = new Uint8Array(LARGEST + 1)
    for (let number = 2; number <= LARGEST; number++)
      for (let multiple = 2 * number; multiple <= LARGEST; multiple += number) isComposite[multiple] = 1
    return LARGEST - 1 - isComposite.reduce((sum, one) => sum + one, 0)
  },
  page() {
    let text = '<main>'
    for (let section = 0; section < SECTIONS; section++) {
      text += '<section><h2>Section '.concat(String(section), '</h2><ul>')
      for (let item = 0; item < ITEMS; item++) {
        const value = Math.sqrt(section * 1000 + item).toFixed(4)
        text += '<li id="i'.concat(String(item), '">', value, ' <b>')
        text += (section * item * 12345).toString(36).concat('</b></li>')
      }
      text += '</ul></section>'
    }
    return Array.from(`${text}</main>`, character => character.codePointAt(0) ?? 0)
  },
}
