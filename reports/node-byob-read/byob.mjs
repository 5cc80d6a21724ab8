// Time of a chunk of 1 KB, read by BYOB reads of up to 4 KB (median of 31 streams), how many reads that takes, and how many pulls find
// a read that waits.
//   node byob.mjs
//   node byob.mjs async      # with an async function around each read, as in Node before 26.12
const CHUNKS = 20_000

async function once(counts) {
  let left = CHUNKS
  let reads = 0
  let waited = 0
  const stream = new ReadableStream(
    {
      type: 'bytes',
      pull(controller) {
        if (counts && controller.byobRequest !== null) waited++
        controller.enqueue(new Uint8Array(1000))
        if (--left > 0) return
        controller.close()
        controller.byobRequest?.respond(0)
      },
    },
    { highWaterMark: 4096 },
  )
  const reader = stream.getReader({ mode: 'byob' })
  const read = process.argv[2] === 'async' ? async view => await reader.read(view) : view => reader.read(view)
  const began = performance.now()
  let buffer = new ArrayBuffer(4096)
  for (;;) {
    const { value, done } = await read(new Uint8Array(buffer))
    if (done) break
    reads++
    buffer = value.buffer
  }
  return { us: ((performance.now() - began) * 1000) / CHUNKS, reads, waited }
}

for (let round = 0; round < 8; round++) await once(false)
const times = []
for (let round = 0; round < 31; round++) times.push((await once(false)).us)
// Counted apart, because `byobRequest` makes an object, which takes time.
const { waited } = await once(true)
const { reads } = await once(false)
console.log(
  `${times.sort((a, b) => a - b)[15].toFixed(2)} µs a chunk, ${reads} reads, ${waited} of ${CHUNKS} pulls found a read that waits`,
)
