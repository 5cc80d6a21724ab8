import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { WindowCase } from '@steelyard/harness/adopted'
import { registry } from '../runtime/registry.ts'
import { createBenchmark } from './shim.ts'

const watch = { start() {}, stop() {}, add() {}, units() {} }

/** Returns what the setup of a benchmark does, called with its configurations. */
async function setUpBy(setup: (configs: readonly Record<string, unknown>[]) => void): Promise<void> {
  const bench = createBenchmark(
    () => {
      bench.start()
      bench.end(1)
    },
    { size: [3], n: [1e4] },
    { setup },
  )
  const made = (await registry.cases.at(-1)?.make({ size: 3 })) as WindowCase
  await made.window(5, watch)
}

test('a setup has the configuration, and the number of iterations of its file once it has ended', async () => {
  let given: Record<string, unknown> = {}
  await setUpBy(([config]) => {
    given = config ?? {}
    assert.equal(given.size, 3)
  })
  assert.equal(given.n, 1e4)
})

test('a setup for a number of iterations is recognized', async () => {
  await assert.rejects(
    setUpBy(configs => void configs.reduce((most, { n }) => Math.max(most, Number(n)), 0)),
    /its setup prepares for a number of iterations \(n\)/,
  )
})

test('missing flags are reported, with the target that has them all', () => {
  const { execArgv } = process
  process.execArgv = ['--no-warnings']
  createBenchmark(() => {}, { n: [1] }, { flags: ['--expose-internals', '--no-warnings'] })
  process.execArgv = execArgv
  assert.equal(
    registry.cases.at(-1)?.unsupported,
    "it asks for the flags --expose-internals: name the target 'node --expose-internals --no-warnings'",
  )
})
