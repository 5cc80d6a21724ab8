// Nanoseconds to read one field of Headers, by the number of fields. Where all are read in one pass, it does not matter.
//   node headers.mjs
//   deno run headers.mjs
//   bun headers.mjs
for (const count of [4, 8, 16, 32, 64]) {
  const headers = new Headers()
  for (let i = 0; i < count; i++) headers.append(`x-field-${i}`, 'value')
  const passes = Math.ceil(200_000 / count)
  let ns = 0
  for (let round = 0; round < 5; round++) {
    const began = performance.now()
    for (let i = 0; i < passes; i++)
      for (const _ of headers) {
      }
    ns = ((performance.now() - began) * 1e6) / (passes * count)
  }
  console.log(`${count} fields: ${ns.toFixed(0)} ns a field`)
}
