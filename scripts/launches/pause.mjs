// Runs in a runtime: what an iteration of `allocate` costs after the same work, after work without memory, and after a sleep.
//   <runtime> pause.mjs <milliseconds of each pause> <turns of each kind>
// Prints JSON: of each kind the mean time of an iteration in each millisecond of a turn, in nanoseconds.
const [pauseMs, count] = process.argv.slice(-2).map(Number)
const TURN_MS = 12
const WARM_UP_MS = 600
const cell = new Int32Array(new SharedArrayBuffer(4))
let sink = 0

function allocate(objects) {
  const made = Array.from({ length: objects }, (_, id) => ({ id, name: `object ${id}`, tags: [id] }))
  return made.reduce((sum, { id, tags }) => sum + id + tags.length, 0)
}

function compute(turns) {
  let value = 1
  for (let turn = 0; turn < turns; turn++) value = (Math.imul(value, 1_103_515_245) + 12_345) | 0
  return value
}

function during(ms, work) {
  const beganMs = performance.now()
  while (performance.now() - beganMs < ms) sink += work()
}

const PAUSES = {
  same: () => during(pauseMs, () => allocate(100)),
  other: () => during(pauseMs, () => compute(300)),
  sleep: () => Atomics.wait(cell, 0, 0, pauseMs),
}

during(WARM_UP_MS, () => allocate(100) + compute(300))
const found = Object.fromEntries(
  Object.keys(PAUSES).map(kind => [kind, Array.from({ length: TURN_MS }, () => ({ ns: 0, iterations: 0 }))]),
)
for (let round = 0; round < count; round++) {
  for (const [kind, pause] of Object.entries(PAUSES)) {
    pause()
    const beganMs = performance.now()
    for (let lastMs = beganMs; lastMs - beganMs < TURN_MS; ) {
      // A clock costs as much as a short iteration.
      for (let times = 0; times < 4; times++) sink += allocate(100)
      const nowMs = performance.now()
      const bin = found[kind][Math.floor(lastMs - beganMs)]
      bin.ns += (nowMs - lastMs) * 1e6
      bin.iterations += 4
      lastMs = nowMs
    }
  }
}
const means = Object.entries(found).map(([kind, bins]) => [
  kind,
  bins.map(({ ns, iterations }) => ns / iterations),
])
const { writeSync } = process.getBuiltinModule('node:fs')
writeSync(1, `${JSON.stringify({ ...Object.fromEntries(means), sink })}\n`)
