// Nanoseconds to read one field of new Headers, by the number of fields, without what appending them takes.
//   node headers.mjs
//   deno run headers.mjs
//   bun headers.mjs
function ns(count, passes, isRead) {
  const began = performance.now()
  for (let i = 0; i < passes; i++) {
    const headers = new Headers()
    for (let field = 0; field < count; field++) headers.append(`x-field-${field}`, 'value')
    if (isRead)
      for (const _ of headers) {
      }
  }
  return ((performance.now() - began) * 1e6) / (passes * count)
}

for (const count of [4, 8, 16, 32, 64]) {
  const passes = Math.ceil(100_000 / count)
  const differences = []
  for (let round = 0; round < 6; round++) differences.push(ns(count, passes, true) - ns(count, passes, false))
  // The first round warms up.
  console.log(
    `${count} fields: ${differences
      .slice(1)
      .sort((a, b) => a - b)[2]
      .toFixed(0)} ns a field`,
  )
}
