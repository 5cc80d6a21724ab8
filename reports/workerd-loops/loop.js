// Two loops that a request enters once: /shifts with whole numbers, /floats with others.
const ROUNDS = 6_000_000

function shifts() {
  let state = 1
  for (let round = 0; round < ROUNDS; round++) state = ((state ^ (state >>> 15)) + round) | 0
  return state
}

function floats() {
  let state = 1.5
  for (let round = 0; round < ROUNDS; round++) state = state * 0.5 + round
  return state
}

export default {
  fetch: async ({ url }) => new Response(`${url.endsWith('/floats') ? floats() : shifts()}\n`),
}
