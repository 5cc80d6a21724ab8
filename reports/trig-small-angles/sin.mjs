// Microseconds for 4096 sines of angles within ±π/4, six times.
//   node sin.mjs
//   deno run sin.mjs
//   deno run --v8-flags=--use-libm-trig-functions sin.mjs
//   bun sin.mjs
const angles = Float64Array.from({ length: 4096 }, (_, i) => ((i / 2048 - 1) * Math.PI) / 4)

function sum() {
  let total = 0
  for (let i = 0; i < angles.length; i++) total += Math.sin(angles[i])
  return total
}

for (let round = 0; round < 6; round++) {
  const began = performance.now()
  let total = 0
  for (let i = 0; i < 1000; i++) total += sum()
  console.log((performance.now() - began).toFixed(1), total)
}
