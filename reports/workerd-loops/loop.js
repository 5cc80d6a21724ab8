// Three loops that a request enters once: /shifts and /part with whole numbers, /floats with fractions; ?calls=10 for more calls.
const ROUNDS = 6_000_000

function shifts() {
  let state = 1
  for (let round = 0; round < ROUNDS; round++) state = ((state ^ (state >>> 15)) + round) | 0
  return state
}

function inParts() {
  let state = 1
  for (let from = 0; from < ROUNDS; from += 5000) state = part(state, from, from + 5000)
  return state
}

function part(before, from, to) {
  let state = before
  for (let round = from; round < to; round++) state = ((state ^ (state >>> 15)) + round) | 0
  return state
}

function floats() {
  let state = 1.5
  for (let round = 0; round < ROUNDS; round++) state = state * 0.5 + round
  return state
}

export default {
  async fetch({ url }) {
    const { pathname, searchParams } = new URL(url)
    const loop = { '/part': inParts, '/floats': floats }[pathname] ?? shifts
    let state = 0
    for (let call = Number(searchParams.get('calls') ?? 1); call > 0; call--) state = loop()
    return new Response(`${state}\n`)
  },
}
