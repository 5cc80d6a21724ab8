import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { startWatchdog } from './watchdog.ts'

function withTimers(t: TestContext): (seconds: number) => void {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  return seconds => t.mock.timers.tick(seconds * 1000)
}

test('a watchdog ends a run at 1.5 times its plan and a minute more, and says so', t => {
  const pass = withTimers(t)
  using watchdog = startWatchdog(new AbortController().signal, 20)
  pass(89)
  assert.deepEqual([watchdog.signal.aborted, watchdog.warning()], [false, null])
  pass(2)
  assert.equal(watchdog.signal.aborted, true)
  assert.deepEqual(watchdog.warning(), { code: 'overrun', plannedNs: 20e9, endedAfterNs: 90e9 })
})

test('a watchdog passes an interruption on, which is none of its own doing', t => {
  withTimers(t)
  const controller = new AbortController()
  using watchdog = startWatchdog(controller.signal, 20)
  controller.abort()
  assert.deepEqual([watchdog.signal.aborted, watchdog.warning()], [true, null])
})

test('a watchdog that was disposed of, or has more time than a timer can wait, ends nothing', t => {
  const pass = withTimers(t)
  const { signal } = new AbortController()
  const disposed = startWatchdog(signal, 1)
  disposed[Symbol.dispose]()
  using patient = startWatchdog(signal, 1e9)
  pass(1e6)
  assert.deepEqual([disposed.signal.aborted, patient.signal.aborted], [false, false])
})
