// Run join.mjs first.
import { suite } from 'steelyard'

const encoder = new TextEncoder()

export default suite({
  name: 'react-stream',
  question: "Where does the time of the stream of React's edge build go?",
  setup: async () => {
    const { stream, joined, text } = await import('./render.ts', { with: { NODE_ENV: 'production' } })
    const html = await textOf(stream())
    if ((await textOf(joined())) !== html) throw new Error('The two streams differ.')
    return { stream, joined, text, pieces: await piecesOf(stream), bytes: encoder.encode(html).byteLength }
  },
  baseline: 'stream',
  across: ['stream', 'joined'],
  cases: {
    stream: ({ stream }) => inTurn(() => sizeOf(stream())),
    joined: ({ joined }) => inTurn(() => sizeOf(joined())),
    string: ({ text }) => inTurn(() => encoder.encode(text()).byteLength),
    'encode-each': ({ pieces }) => inTurn(() => bytesOf(pieces.map(piece => encoder.encode(piece)))),
  },
  expected: ({ bytes, pieces }, caseId) =>
    caseId === 'encode-each' ? encoder.encode(pieces.join('')).byteLength : bytes,
})

/** React sets a timer for each page, which holds its memory until the event loop turns. */
async function inTurn(work: () => number | Promise<number>): Promise<number> {
  const bytes = await work()
  await new Promise(resolve => setImmediate(resolve))
  return bytes
}

async function sizeOf(body: Promise<ReadableStream<Uint8Array>>): Promise<number> {
  const reader = (await body).getReader()
  let bytes = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return bytes
    bytes += value.byteLength
  }
}

async function textOf(body: Promise<ReadableStream<Uint8Array>>): Promise<string> {
  return new Response(await body).text()
}

/** Returns the texts that React encodes for a page. */
async function piecesOf(render: () => Promise<ReadableStream<Uint8Array>>): Promise<readonly string[]> {
  const pieces: string[] = []
  const { encode } = TextEncoder.prototype
  TextEncoder.prototype.encode = function (text = '') {
    pieces.push(text)
    return encode.call(this, text)
  }
  await sizeOf(render())
  TextEncoder.prototype.encode = encode
  return pieces
}

function bytesOf(chunks: readonly Uint8Array[]): number {
  return chunks.reduce((bytes, chunk) => bytes + chunk.byteLength, 0)
}
