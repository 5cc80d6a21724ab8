import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readStartupPhases, STARTUP_PHASES, startupCommand } from './startup.ts'

const METRIC = { samples: [90, 100, 110], mean: 100, median: 99, medianLow: 90, medianHigh: 110 }

function report(names: readonly string[], wallNs: object = METRIC): string {
  const cases = names.map(name => ({ name, status: 'ok', iterationsPerSample: '1', wallNs }))
  return JSON.stringify({ groups: [{ name: 'main' }, { name: 'main', startup: true, cases }] })
}

test('readStartupPhases reads every phase from the group that has them', () => {
  const phases = readStartupPhases(report(STARTUP_PHASES.map(phase => `startup:${phase}`)))
  assert.deepEqual(phases.script, { medianNs: 99, lowerNs: 90, upperNs: 110, n: 3 })
  assert.deepEqual(Object.keys(phases), ['isolate', 'script', 'worker', 'total'])
})

test('readStartupPhases names the missing phase, and throws failures', () => {
  assert.throws(() => readStartupPhases(report(['startup:isolate'])), /no startup:script/)
  const failed = JSON.stringify({ groups: [{ cases: [{ name: 'x', error: 'Error: no\n  at x' }] }] })
  assert.throws(() => readStartupPhases(failed), /^Error: Error: no$/)
})

test('startupCommand embeds the app relative to its configuration', () => {
  const { args, files } = startupCommand({
    ...{ directory: '/box/startup', app: '/box/app.mjs', flags: ['--no-opt'], environment: {} },
    ...{ compatibilityDate: '2026-11-17', quick: true },
  })
  assert.equal(args.at(-1), '--quick')
  assert.match(files['/box/startup/startup.capnp'] ?? '', /embed "\.\.\/app\.mjs"/)
})
