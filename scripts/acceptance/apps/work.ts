/** How many times 1000 turns: about half a millisecond, so that the server itself is a small part of a request. */
const TIMES = Number(process.env.TIMES ?? 320)

/**
 * Small whole numbers, for V8 puts larger ones on its heap in some processes and not in others. A function that is called
 * often, for a single long loop is compiled while it runs, and to something two to three times as slow in some processes of
 * Deno and workerd. And nothing but computing: parsing JSON, and searching an array, spread by a tenth over launches.
 */
function mix(start: number): number {
  let value = start
  for (let turn = 0; turn < 1000; turn++) value = (value * 33 + turn) & 0xffff
  return value
}

/** Computes for every request, for the time in the environment, and responds with that time. */
function fetch(): Response {
  let value = 1
  for (let time = 0; time < TIMES; time++) value = mix(value)
  return new Response(value < 0 ? 'no' : 'done')
}

export default { fetch }
