// Sums of whole numbers, cut to 32 bits. /array, /converted and /typed: 1,000 numbers of 32 bits, 1,000 times a request, from an
// array, from an array by number | 0, and from an Int32Array. /shifts: one loop of six million rounds, which a request enters once.
// The sums are functions of their own, since V8 keeps feedback for each.
const ROUNDS = 6_000_000
const numbers = Array.from({ length: 1000 }, (_, index) => Math.imul(index + 1, 0x9e3779b1))
const typed = Int32Array.from(numbers)

function sumOfArray() {
  let sum = 0
  for (let at = 0; at < numbers.length; at++) sum = (sum + numbers[at]) | 0
  return sum
}

function sumOfConverted() {
  let sum = 0
  for (let at = 0; at < numbers.length; at++) sum = (sum + (numbers[at] | 0)) | 0
  return sum
}

function sumOfTyped() {
  let sum = 0
  for (let at = 0; at < typed.length; at++) sum = (sum + typed[at]) | 0
  return sum
}

function shifts() {
  let state = 1
  for (let round = 0; round < ROUNDS; round++) state = ((state ^ (state >>> 15)) + round) | 0
  return state
}

export default {
  async fetch({ url }) {
    const { pathname } = new URL(url)
    if (pathname === '/shifts') return new Response(`${shifts()}\n`)
    const sumOf = { '/converted': sumOfConverted, '/typed': sumOfTyped }[pathname] ?? sumOfArray
    let state = 0
    for (let times = 0; times < 1000; times++) state ^= sumOf()
    return new Response(`${state}\n`)
  },
}
