/** Turns of the loop: about half a millisecond, so that the server itself is a small part of a request. */
const TURNS = Number(process.env.TURNS ?? 320_000) | 0

/** Spins for every request, for as long as the environment says, and tells the same. */
function fetch(): Response {
  let value = 1
  for (let turn = 0; turn < TURNS; turn++) value = (Math.imul(value, 1_103_515_245) + 12_345) | 0
  return new Response(value === 0 ? 'no' : 'done')
}

export default { fetch }
