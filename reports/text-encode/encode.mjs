// Nanoseconds to encode texts of 7,000 to 7,680 characters and of five, the last of three rounds.
//   node encode.mjs
//   deno run encode.mjs
//   bun encode.mjs
const flat = text => Array(960).fill(text).join('')
const texts = {
  ascii: flat('abcdefg '),
  latin: flat('abcdéfg '),
  greek: flat('αβγδεζη '),
  rope: 'abcdefg '.repeat(960),
  short: 'hello',
  under: `${'α'.repeat(19)}${'a'.repeat(81)}`.repeat(70),
  over: `${'α'.repeat(21)}${'a'.repeat(79)}`.repeat(70),
}
const encoder = new TextEncoder()
const CALLS = 20_000
for (const [name, text] of Object.entries(texts)) {
  let [bytes, lastMs] = [0, 0]
  for (let round = 0; round < 3; round++) {
    const began = performance.now()
    for (let i = 0; i < CALLS; i++) bytes += encoder.encode(text).length
    lastMs = performance.now() - began
  }
  console.log(name, ((lastMs * 1e6) / CALLS).toFixed(0), bytes)
}
