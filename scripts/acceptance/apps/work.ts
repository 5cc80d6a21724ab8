/** Turns of the loop: about a millisecond, so that the server itself is a small part of a request. */
const TURNS = 1_000_000

/** Spins for every request, 5 % longer where the environment says so, and tells the same. */
function fetch(): Response {
  const turns = process.env.MORE === 'yes' ? TURNS + TURNS / 20 : TURNS
  let value = 1
  for (let turn = 0; turn < turns; turn++) value = (Math.imul(value, 1_103_515_245) + 12_345) | 0
  return new Response(value === 0 ? 'no' : 'done')
}

export default { fetch }
