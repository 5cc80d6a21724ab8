// The request and the output of each bench file here. Read by the adapters in ../tools.
import { CASES } from '../cases/index.js'

/**
 * Reads the request: `{ seconds, sides: [{ case, count }], answer }`; the sides are called a and b.
 *
 * @param {string} text
 */
export function readRequest(text) {
  const { seconds, sides, answer } = JSON.parse(text)
  const named = sides.map(({ case: name, count }, index) => ({
    name: 'ab'[index],
    isAsync: CASES[name].isAsync,
    once: CASES[name].make(count),
  }))
  return { sides: named, secondsEach: seconds / sides.length, answer }
}
