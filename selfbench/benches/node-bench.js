import { bench } from 'node:bench'
import { readRequest } from './request.js'

/** How long a sample is to take; the operations in it are the user's to choose, and so is when to stop. */
const SAMPLE_MS = 10
const MOST_SAMPLES = 100_000
const FIRST_LOOK_MS = 50

/** What keeps the last value alive. */
export let last

const { sides, secondsEach } = readRequest(process.env.SELFBENCH)
for (const { name, isAsync, once } of sides) {
  let operations = 0
  let endMs = 0
  bench(name, { samples: MOST_SAMPLES }, async context => {
    if (operations === 0) {
      operations = await operationsFor(once)
      endMs = performance.now() + secondsEach * 1000 - FIRST_LOOK_MS
    }
    context.start()
    if (isAsync) for (let i = 0; i < operations; i++) last = await once()
    else for (let i = 0; i < operations; i++) last = once()
    context.end(operations)
    if (performance.now() >= endMs) context.done()
  })
}

/** Runs a while unmeasured and returns how many operations make a sample. */
async function operationsFor(once) {
  const startMs = performance.now()
  let done = 0
  while (performance.now() - startMs < FIRST_LOOK_MS) {
    for (let i = 0; i < 16; i++) last = await once()
    done += 16
  }
  return Math.max(1, Math.round((done * SAMPLE_MS) / (performance.now() - startMs)))
}
