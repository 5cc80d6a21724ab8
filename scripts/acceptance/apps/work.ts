/** Turns of the loop: about half a millisecond, so that the server itself is a small part of a request. */
const TURNS = Number(process.env.TURNS ?? 320_000) | 0

/**
 * Spins for every request, for as long as the environment says, and tells the same. With small whole numbers only: V8 puts
 * larger ones on its heap in some processes and not in others, which makes a factor of three.
 */
function fetch(): Response {
  let value = 1
  for (let turn = 0; turn < TURNS; turn++) value = (value * 33 + turn) & 0xffff
  return new Response(value < 0 ? 'no' : 'done')
}

export default { fetch }
