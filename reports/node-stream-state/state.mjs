// node --expose-internals state.mjs [fast|slow]: microseconds of a stream of 64 chunks, whose state has properties that V8
// keeps fast or in a dictionary, else as Node made it.
import { createRequire } from 'node:module'

const [, , form] = process.argv
const { kState } = createRequire(import.meta.url)('internal/webstreams/util')

class State {
  constructor(fields) {
    this.closedPromise = fields.closedPromise
    this.disturbed = fields.disturbed
    this.reader = fields.reader
    this.state = fields.state
    this.storedError = fields.storedError
    this.controller = fields.controller
    this.transfer = fields.transfer
  }
}
Object.setPrototypeOf(State.prototype, null)

function inDictionary({ closedPromise, disturbed, reader, state, storedError, controller, transfer }) {
  return { __proto__: null, closedPromise, disturbed, reader, state, storedError, controller, transfer }
}

const chunk = new Uint8Array(1000)

async function readOne() {
  let left = 64
  const stream = new ReadableStream({
    pull: controller => (left-- > 0 ? controller.enqueue(chunk) : controller.close()),
  })
  if (form === 'fast') stream[kState] = new State(stream[kState])
  if (form === 'slow') stream[kState] = inDictionary(stream[kState])
  const reader = stream.getReader()
  let bytes = 0
  for (let part = await reader.read(); !part.done; part = await reader.read()) bytes += part.value.length
  return bytes
}

for (let i = 0; i < 4000; i++) await readOne()
const beganMs = performance.now()
for (let i = 0; i < 8000; i++) await readOne()
console.log(process.version, form ?? 'as made', ((performance.now() - beganMs) / 8).toFixed(1))
