// Milliseconds to encode the 4,000 pieces of a page, each by itself and joined, the last of three rounds.
//   node pieces.mjs
//   deno run pieces.mjs
//   bun pieces.mjs
const pieces = Array.from({ length: 1000 }, (_, i) => ['<li data-id="', `${i}`, '">', `Lamp ${i}`]).flat()
const encoder = new TextEncoder()
const PAGES = 200
const ways = {
  each: () => pieces.reduce((bytes, piece) => bytes + encoder.encode(piece).length, 0),
  joined: () => encoder.encode(pieces.join('')).length,
}
for (const [name, encode] of Object.entries(ways)) {
  let [bytes, lastMs] = [0, 0]
  for (let round = 0; round < 3; round++) {
    const began = performance.now()
    for (let page = 0; page < PAGES; page++) bytes += encode()
    lastMs = performance.now() - began
  }
  console.log(name, (lastMs / PAGES).toFixed(3), bytes)
}
