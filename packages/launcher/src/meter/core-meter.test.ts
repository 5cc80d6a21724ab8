import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { allowedCores } from '../machine/affinity.ts'
import { monotonicNs } from '../machine/monotonic.ts'
import { type MeterReadings, type MeterStart, openCoreMeter } from './core-meter.ts'

const isLinux = process.platform === 'linux'
const core = allowedCores()[0] ?? 0

const WAKES = 6
const MOST_MS = 10_000

/** Watches until it woke a few times: a busy core lets it wake seldom. Null where there is no such meter. */
async function watch(kind: 'fifo' | 'ordinary'): Promise<MeterReadings | null> {
  const meter = openCoreMeter()
  try {
    for (let durationMs = 50; ; durationMs *= 3) {
      const started = await meter.start(core, kind)
      if (started.kind === null) return null
      await sleep(durationMs)
      const readings = await meter.stop()
      if (readings === null || readings.dueNs.length >= WAKES || durationMs > MOST_MS) return readings
    }
  } finally {
    await meter.close()
  }
}

for (const kind of ['fifo', 'ordinary'] as const) {
  test(`a meter of the ${kind} kind tells when it slept, was due and woke`, { skip: !isLinux }, async () => {
    const beganNs = monotonicNs()
    const readings = await watch(kind)
    const endedNs = monotonicNs()
    // Without node:ffi there is none.
    if (readings === null) return
    const { sleptNs, dueNs, wokeNs, queuedNs, ownNs } = readings
    assert.ok(dueNs.length >= WAKES, `${dueNs.length} wake-ups`)
    assert.ok(ownNs > 0 && ownNs < 1e6, `${ownNs} ns for each`)
    for (let wake = 0; wake < dueNs.length; wake++) {
      const [slept = 0, due = 0, woke = 0, queued = 0] = [
        sleptNs[wake],
        dueNs[wake],
        wokeNs[wake],
        queuedNs[wake],
      ]
      assert.ok(slept >= (wokeNs[wake - 1] ?? beganNs))
      assert.ok(due - (wokeNs[wake - 1] ?? due - 1e6) <= 1.5e6)
      assert.ok(woke >= due && woke <= endedNs, `woke ${woke - due} ns late`)
      // It may also wait right before it sleeps and right after it woke.
      const betweenNs = (sleptNs[wake + 1] ?? endedNs) - (wokeNs[wake - 1] ?? beganNs)
      assert.ok(queued >= 0 && queued <= betweenNs, `waited for ${queued} ns`)
    }
  })
}

test('a meter that never watched has nothing to end', async () => {
  const meter = openCoreMeter()
  assert.equal(await meter.stop(), null)
  await meter.close()
})

test('a meter can be started again on a core, and stops only once', { skip: !isLinux }, async () => {
  const meter = openCoreMeter()
  assert.equal(await meter.stop(), null)
  for (let turn = 0; turn < 2; turn++) {
    const started: MeterStart = await meter.start(core)
    await sleep(10)
    const readings = await meter.stop()
    assert.equal(readings === null, started.kind === null)
    assert.equal(await meter.stop(), null)
  }
  await meter.close()
})

test('a meter that may not watch a core says why', { skip: !isLinux }, async () => {
  const meter = openCoreMeter()
  const started = await meter.start(1023)
  assert.ok(started.kind === null && /core 1023|node:ffi/.test(started.why), JSON.stringify(started))
  assert.equal(await meter.stop(), null)
  await meter.close()
})
