import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { EngineEvent, RuntimeName } from '@steelyard/runners'
import { bundleEntry, bundleSuite } from '../src/bundle.ts'
import { findExecutable } from '../src/executables.ts'
import { launch } from '../src/launch.ts'
import { resolveTarget } from '../src/resolve-target.ts'
import { parseTarget } from '../src/target.ts'

const SUITE = fileURLToPath(new URL('fixtures/restless.bench.ts', import.meta.url))
const RUNTIMES: readonly RuntimeName[] = ['node', 'deno', 'bun', 'workerd']
const MOST_BATCHES = 40

let directory: string
let bundle: string

before(async () => {
  directory = await mkdtemp(join(os.tmpdir(), 'steelyard-trace-'))
  bundle = join(directory, 'bundle.mjs')
  await writeFile(bundle, (await bundleSuite(SUITE)).text)
})
after(() => rm(directory, { recursive: true, force: true }))

/** Runs batches of a case until everything wanted was seen, or too many. */
async function eventsOf(runtime: RuntimeName, caseId: string, wanted: readonly EngineEvent[]) {
  const target = await resolveTarget(parseTarget(runtime), directory)
  const entry = join(directory, `${runtime}.mjs`)
  await writeFile(entry, await bundleEntry(target.runner))
  const seen = new Set<EngineEvent>()
  const contender = await launch({
    target,
    entry,
    bundle,
    directory: join(directory, `${runtime}-${caseId}`),
    core: null,
    compatibilityDate: target.compatibilityDate,
    trace: {
      flags: target.runner.trace.flags,
      onLine: line => {
        const event = target.runner.trace.eventOf(line)
        if (event !== null) seen.add(event)
      },
    },
  })
  try {
    await contender.exchange({ type: 'load' })
    await contender.exchange({ type: 'prepare', caseId, params: {}, rightDigest: null })
    for (let batch = 0; batch < MOST_BATCHES && !wanted.every(event => seen.has(event)); batch++) {
      await contender.exchange({ type: 'run', iterations: 500 })
      await sleep(2)
    }
  } finally {
    await contender.kill()
  }
  return seen
}

for (const runtime of RUNTIMES) {
  // Bun writes without a buffer.
  const skip = runtime !== 'bun' && findExecutable('stdbuf') === null ? 'needs stdbuf' : false
  test(`launch hears of collections while ${runtime} runs`, { skip }, async () => {
    const wanted: EngineEvent[] = ['collections']
    assert.ok((await eventsOf(runtime, 'collecting', wanted)).has('collections'))
  })

  test(`launch hears of optimised and left code while ${runtime} runs`, { skip }, async () => {
    const wanted: EngineEvent[] = ['tierUps', 'deoptimisations']
    const seen = await eventsOf(runtime, 'leaving', wanted)
    assert.deepEqual(
      wanted.filter(event => !seen.has(event)),
      [],
    )
  })
}
