import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type EngineLogEvent, type PackagedName, runners } from '@steelyard/runners'
import { findExecutable } from '../src/machine/executables.ts'
import type { BundleFile } from '../src/process/bundle-file.ts'
import { launch } from '../src/process/launch.ts'
import type { LaunchTrace } from '../src/process/launch-options.ts'
import { resolveTarget } from '../src/targets/resolve-target.ts'
import { parseTarget } from '../src/targets/target.ts'
import { writtenEntry, writtenSuite } from './written-suite.ts'

const SUITE = fileURLToPath(new URL('fixtures/restless.bench.ts', import.meta.url))
const RUNTIMES: readonly PackagedName[] = ['node', 'deno', 'bun', 'workerd']
const MOST_BATCHES = 40
const ITERATIONS = 500
/** What a call of `looping` takes on a fast core, roughly: batches under 1 ms get no empty turns. */
const LOOPING_NS = 30_000
const LOOPING_BATCHES = 30
const MOST_PROCESSES = 3

let directory: string
let bundle: BundleFile

before(async () => {
  directory = await mkdtemp(join(os.tmpdir(), 'steelyard-trace-'))
  bundle = await writtenSuite(SUITE, directory)
})
after(() => rm(directory, { recursive: true, force: true }))

/** Starts a contender, and runs batches of a case until it is enough, or there were too many. */
async function runCase(
  runtime: PackagedName,
  caseId: string,
  trace: LaunchTrace,
  isEnough: () => boolean,
  { batches = MOST_BATCHES, iterations = ITERATIONS } = {},
): Promise<void> {
  const target = await resolveTarget(parseTarget(runtime), directory)
  const contender = await launch({
    target,
    entry: await writtenEntry(target.runner, directory),
    bundle,
    directory: join(directory, `${runtime}-${caseId}`),
    core: null,
    compatibilityDate: target.compatibilityDate,
    trace,
  })
  try {
    await contender.exchange({ type: 'load' })
    await contender.exchange({ type: 'prepare', caseId, params: {}, expectedDigest: null })
    for (let batch = 0; batch < batches && !isEnough(); batch++) {
      await contender.exchange({ type: 'run', iterations })
      await sleep(2)
    }
  } finally {
    await contender.kill()
  }
}

/** Has an engine log into a new folder; `events` returns what it has logged by now. */
async function engineLogOf(runtime: PackagedName, name: string) {
  const { engineLog } = runners[runtime]
  const folder = join(directory, `${runtime}-${name}`)
  await mkdir(folder)
  const printed: string[] = []
  const written = (file: string) =>
    existsSync(join(folder, file)) ? readFileSync(join(folder, file), 'latin1').split('\n') : []
  return {
    trace: { flags: engineLog.flags(folder, false), onLine: (line: string) => void printed.push(line) },
    events: () =>
      [...printed, ...engineLog.files.flatMap(written)].flatMap(line => engineLog.eventOf(line) ?? []),
  }
}

for (const runtime of RUNTIMES) {
  // Bun writes without a buffer.
  const skip = runtime !== 'bun' && findExecutable('stdbuf') === null ? 'needs stdbuf' : false
  test(`launch receives collections while ${runtime} runs`, { skip }, async () => {
    const { flags, reader } = runners[runtime].heapTrace
    const read = reader()
    let collections = 0
    const onLine = (line: string) => {
      if (read(line) !== null) collections++
    }
    await runCase(runtime, 'collecting', { flags, onLine }, () => collections > 0)
    assert.ok(collections > 0)
  })
}

for (const runtime of RUNTIMES) {
  const { engineLog, batchNs } = runners[runtime]
  const isOptimised = (event: EngineLogEvent) =>
    event.kind === 'code' && engineLog.optimisingTiers.includes(event.tier)

  test(`launch has ${runtime} log what its engine does to functions`, async () => {
    const wanted = ['left', 'optimised']
    let kinds: string[] = []
    // In some processes V8 does not come to optimise within these calls.
    for (let count = 0; count < MOST_PROCESSES && kinds.length < wanted.length; count++) {
      const { trace, events } = await engineLogOf(runtime, `leaving-${count}`)
      const kindsIn = () => {
        const found = events().flatMap(event =>
          isOptimised(event) ? ['optimised'] : event.kind === 'left' ? ['left'] : [],
        )
        return [...new Set(found)].sort()
      }
      await runCase(runtime, 'leaving', trace, () => kindsIn().length === wanted.length)
      kinds = kindsIn()
    }
    assert.deepEqual(kinds, wanted)
  })

  if (runners[runtime].engineName !== 'v8') continue
  // Left to itself V8 does so after some 20,000 calls, and times a case that it has inlined there in slower code until then.
  test(`the loop around a case gets to the last compiler of ${runtime} within few calls`, async () => {
    const isThere = (events: readonly EngineLogEvent[]) =>
      events.some(event => event.kind === 'code' && event.tier === 'Turbofan')
    const byProcess: EngineLogEvent[][] = []
    // In some processes of workerd TurboFan does not end what it begins (docs/lab-notes.md).
    do {
      const { trace, events } = await engineLogOf(runtime, `loop-${byProcess.length}`)
      const loopEvents = () => events().filter(event => event.kind === 'code' && event.of.name === 'loop')
      const options = { batches: LOOPING_BATCHES, iterations: Math.round(batchNs / LOOPING_NS) }
      await runCase(runtime, 'looping', trace, () => isThere(loopEvents()), options)
      byProcess.push(loopEvents())
    } while (!byProcess.some(isThere) && byProcess.length < MOST_PROCESSES)
    assert.ok(byProcess.some(isThere), JSON.stringify(byProcess))
  })
}
