// Adds 5,000 numbers a request: about 190 µs in V8's interpreter, under 10 once it is optimised.
const numbers = new Array(5000).fill(0.5)

function sum() {
  let total = 0
  for (let i = 0; i < numbers.length; i++) total += numbers[i]
  return total
}

export default { fetch: () => new Response(String(sum())) }
