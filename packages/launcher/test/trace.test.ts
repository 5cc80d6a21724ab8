import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type CodeEvent, type EngineEvent, type PackagedName, runners } from '@steelyard/runners'
import { findExecutable } from '../src/machine/executables.ts'
import type { BundleFile } from '../src/process/bundle-file.ts'
import { launch } from '../src/process/launch.ts'
import type { LaunchOptions } from '../src/process/launch-options.ts'
import { resolveTarget, type Target } from '../src/targets/resolve-target.ts'
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
  options: (target: Target) => Pick<LaunchOptions, 'trace' | 'codeTraceFile'>,
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
    ...options(target),
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

async function eventsOf(runtime: PackagedName, caseId: string, wanted: readonly EngineEvent[]) {
  const seen = new Set<EngineEvent>()
  const { trace } = runners[runtime]
  const listening = () => ({
    trace: {
      flags: trace.flags,
      onLine: (line: string) => {
        const event = trace.eventOf(line)
        if (event !== null) seen.add(event)
      },
    },
  })
  await runCase(runtime, caseId, listening, () => wanted.every(event => seen.has(event)))
  return seen
}

for (const runtime of RUNTIMES) {
  // Bun writes without a buffer.
  const skip = runtime !== 'bun' && findExecutable('stdbuf') === null ? 'needs stdbuf' : false
  test(`launch receives collections while ${runtime} runs`, { skip }, async () => {
    const wanted: EngineEvent[] = ['collections']
    assert.ok((await eventsOf(runtime, 'collecting', wanted)).has('collections'))
  })

  test(`launch receives optimised and left code while ${runtime} runs`, { skip }, async () => {
    const wanted: EngineEvent[] = ['tierUps', 'deoptimisations']
    const seen = await eventsOf(runtime, 'leaving', wanted)
    assert.deepEqual(
      wanted.filter(event => !seen.has(event)),
      [],
    )
  })
}

for (const runtime of RUNTIMES) {
  const { codeTrace, batchNs } = runners[runtime]
  if (codeTrace === null) continue
  const eventsIn = (file: string) => {
    const text = existsSync(file) ? readFileSync(file, 'latin1') : ''
    return text.split('\n').flatMap(line => codeTrace.eventOf(line) ?? [])
  }

  test(`launch has ${runtime} write what V8 does to functions into a file`, async () => {
    const wanted = ['deoptimised', 'optimised']
    let kinds: CodeEvent['kind'][] = []
    // In some processes V8 does not come to optimise within these calls.
    for (let count = 0; count < MOST_PROCESSES && kinds.length < wanted.length; count++) {
      const file = join(directory, `${runtime}-${count}.trace`)
      const kindsIn = () => {
        const named = eventsIn(file).filter(({ functionName }) => functionName !== '')
        return [...new Set(named.map(({ kind }) => kind))].sort()
      }
      await runCase(
        runtime,
        'leaving',
        () => ({ codeTraceFile: file }),
        () => kindsIn().length === wanted.length,
      )
      kinds = kindsIn()
    }
    assert.deepEqual(kinds, wanted)
  })

  // Left to itself V8 does so after some 20,000 calls, and times a case that it has inlined there in slower code until then.
  test(`the loop around a case gets to the last compiler of ${runtime} within few calls`, async () => {
    const isThere = (events: readonly CodeEvent[]) =>
      events.some(event => event.kind === 'optimised' && event.compiler === 'Turbofan')
    const byProcess: CodeEvent[][] = []
    // In some processes of workerd TurboFan does not end what it begins (docs/lab-notes.md).
    do {
      const file = join(directory, `${runtime}-loop-${byProcess.length}.trace`)
      const loopEvents = () => eventsIn(file).filter(({ functionName }) => functionName === 'loop')
      const options = { batches: LOOPING_BATCHES, iterations: Math.round(batchNs / LOOPING_NS) }
      await runCase(
        runtime,
        'looping',
        () => ({ codeTraceFile: file }),
        () => isThere(loopEvents()),
        options,
      )
      byProcess.push(loopEvents())
    } while (!byProcess.some(isThere) && byProcess.length < MOST_PROCESSES)
    assert.ok(byProcess.some(isThere), JSON.stringify(byProcess))
  })
}
