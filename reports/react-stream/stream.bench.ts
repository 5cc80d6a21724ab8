// Run join.mjs first.
import { suite } from 'steelyard'

const encoder = new TextEncoder()

export default suite({
  name: 'react-stream',
  question: "Where does the time of React's stream go?",
  setup: async () => {
    const { stream, joined, text } = await import('./render.ts', { with: { NODE_ENV: 'production' } })
    return { stream, joined, text, pieces: await piecesOf(stream), bytes: await sizeOf(stream()) }
  },
  baseline: 'stream',
  across: ['stream', 'joined'],
  cases: {
    stream: ({ stream }) => sizeOf(stream()),
    joined: ({ joined }) => sizeOf(joined()),
    string: ({ text }) => encoder.encode(text()).byteLength,
    'encode-each': ({ pieces }) =>
      pieces.reduce((bytes, piece) => bytes + encoder.encode(piece).byteLength, 0),
  },
  expected: ({ bytes, pieces }, caseId) =>
    caseId === 'encode-each' ? encoder.encode(pieces.join('')).byteLength : bytes,
})

async function sizeOf(body: Promise<ReadableStream<Uint8Array>>): Promise<number> {
  const reader = (await body).getReader()
  let bytes = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return bytes
    bytes += value.byteLength
  }
}

/** Returns the texts that React encodes for one page. */
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
