import { suite } from 'steelyard'
import { seeded } from '../inputs/seeded.ts'
import { drain, drainInto, tallyOf } from '../inputs/tally.ts'
import { type Delivery, enqueuing, filling } from './sources.ts'

const MOST_CHUNKS = 64
const MOST_BYTES = 2 ** 20
/** The high water mark of the byte streams and the size of every buffer that is offered to a source. */
const BUFFER_BYTES = 4096
/** The checksum reads one byte in this many. */
const STRIDE = 61

export default suite({
  name: 'stream-byte-value',
  question: 'Is a byte stream cheaper to read than a value stream that carries the same bytes?',
  tags: ['streams', 'bytes'],
  params: { chunk: [1000, 1, 2048, 65536], pull: ['sync', 'async', 'start'] },
  setup: ({ chunk, pull }): Delivery => {
    const random = seeded(chunk)
    const count = Math.min(MOST_CHUNKS, MOST_BYTES / chunk)
    return {
      pull,
      chunks: Array.from({ length: count }, () => new Uint8Array(chunk).map(() => random() * 256)),
    }
  },
  baseline: 'value-default',
  cases: {
    'value-default': delivery => drain(new ReadableStream(enqueuing(delivery)), STRIDE),
    'value-hwm': delivery => drain(new ReadableStream(enqueuing(delivery), { highWaterMark: 16 }), STRIDE),
    'bytes-hwm-4096': delivery =>
      drain(
        new ReadableStream({ type: 'bytes', ...enqueuing(delivery) }, { highWaterMark: BUFFER_BYTES }),
        STRIDE,
      ),
    'bytes-byob': delivery =>
      drainInto(
        new ReadableStream({ type: 'bytes', ...enqueuing(delivery) }, { highWaterMark: BUFFER_BYTES }),
        BUFFER_BYTES,
        STRIDE,
      ),
    'bytes-auto-allocate': delivery =>
      drain(
        new ReadableStream({ type: 'bytes', autoAllocateChunkSize: BUFFER_BYTES, ...filling(delivery) }),
        STRIDE,
      ),
  },
  expected: ({ chunks }) => tallyOf(chunks, STRIDE),
})
