/** How often the numbers are searched: about half a millisecond, so that the server itself is a small part of a request. */
const TIMES = Number(process.env.TIMES ?? 300)

/** They stay in the fastest cache. */
const NUMBERS = new Float64Array(4000)

/**
 * Looks for a number that is not there, as often as the environment says, and tells the same. The work is the engine's own
 * compiled code, without allocation: a loop of ours was two to three times as slow in some processes of Deno and workerd
 * as in others, and parsing JSON spread by about a tenth from launch to launch, so that 5 % could not be seen.
 */
function fetch(): Response {
  let found = 0
  for (let time = 0; time < TIMES; time++) found += NUMBERS.indexOf(1)
  return new Response(found === -TIMES ? 'done' : 'no')
}

export default { fetch }
