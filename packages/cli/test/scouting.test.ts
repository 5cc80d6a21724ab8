import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { allowedCores, LIMITS } from '@steelyard/launcher'
import { type LateChange, needBeyond, pacingFor } from '@steelyard/schedule'
import { probeLateJit } from '../../measure/src/functions/late-jit-probe.ts'
import { SuiteJournal } from '../../measure/src/journal/suite-journal.ts'
import type { LaunchContext } from '../../measure/src/launch/launch-context.ts'
import { launchGroup } from '../../measure/src/launch/launch-group.ts'
import { Workspace } from '../../measure/src/launch/workspace.ts'
import { SuiteLog } from '../../measure/src/suite/suite-log.ts'
import { processesOf } from './bench-process.ts'
import { launchContext } from './launch-context.ts'

/**
 * From its 8000th call on a case searches a fifth of its bytes: work that no compiler comes between. At first a call takes
 * about 60 µs, on whatever machine.
 */
const CALLS = 8000
const SUITE = `import { suite } from 'steelyard'
const timeOf = bytes => Math.min(...Array.from({ length: 9 }, () => {
  const began = performance.now()
  bytes.indexOf(1)
  return performance.now() - began
}))
export default suite({
  name: 'late', question: 'Who gets faster?',
  setup: () => {
    let bytes = new Uint8Array(1000)
    while (timeOf(bytes) < 0.06) bytes = new Uint8Array(Math.ceil(bytes.length * 1.2))
    return { calls: 0, all: bytes, few: bytes.subarray(0, bytes.length / 5), many: new Uint8Array(bytes.length * 30) }
  },
  cases: {
    late: state => (state.calls++ < ${CALLS} ? state.all : state.few).indexOf(1),
    slow: state => state.many.indexOf(1),
    thrower: () => { throw new Error('no') },
    endless: () => { for (;;); },
  },
  expected: () => -1,
})`

let workspace: Workspace
let context: LaunchContext
before(async () => {
  workspace = await Workspace.open()
  const file = join(workspace.directory, 'late.bench.ts')
  await writeFile(file, SUITE)
  context = await launchContext(workspace, file, ['node', 'bun'])
})
after(() => workspace.close())

/** Returns a log of these cases on every target, each contender in a group of its own. */
function logOf(...caseIds: readonly string[]): SuiteLog {
  const plans = caseIds.flatMap(caseId =>
    context.targets.map((_, target) => ({ caseId, params: PARAMS, target })),
  )
  return new SuiteLog({ contenders: plans, groups: plans.map(plan => [plan]) }, context.targets.length)
}

const PARAMS = {}
const MORE_TRIES = 2

/** Probes one contender of the case that gets faster late, which has two names, and returns what was found of it. */
async function probedLate() {
  const [one] = context.targetIds
  const alike = { ...context, targetIds: [one ?? '', `${one}#2`], cores: allowedCores() }
  let rounds = 0
  const log = logOf('late')
  const { stallHistory } = workspace
  const watchedNs = stallHistory.watchedNs
  await probeLateJit(log, {
    ...{ ...OPTIONS, context: alike, stopping: within(60e9) },
    onProgress: () => void rounds++,
  })
  const [first] = log.contenders()
  return { first, rounds, watchedNs: stallHistory.watchedNs - watchedNs }
}

/** What the first probes found, for the tests of both. */
let probed: ReturnType<typeof probedLate> | undefined
function probedOnce(): ReturnType<typeof probedLate> {
  probed ??= probedLate()
  return probed
}

function isThere(change: LateChange | null): change is LateChange {
  const { iterations, speedUp } = change ?? { iterations: 0, speedUp: 1 }
  return iterations > 0.9 * CALLS && iterations < 1.5 * CALLS && speedUp > 2
}

const signal = new AbortController().signal
const OPTIONS = {
  journal: new SuiteJournal(null, '', new AbortController().signal),
  signal,
  windowNs: 250e6,
  launchesExpected: 1,
  contenderLaunches: 0,
  onProgress() {},
}
const within = (timeNs: number) => ({ minimumLaunches: 1, maximumLaunches: 1, precision: 1, timeNs })

test('probeLateJit finds who gets faster late, and a launch is weighed after that', async t => {
  // Neighbours that come and go hide a change in up to one of eight: see the simulation in late-changes.test.ts.
  let { first: late } = await probedOnce()
  for (let more = 0; more < MORE_TRIES && late?.late !== undefined && !isThere(late.late); more++) {
    late = (await probedLate()).first
  }
  const change = late?.late
  t.diagnostic(JSON.stringify(change))
  // On a machine so slow that too few calls fit into a look it must say that it does not know.
  if (late === undefined || change === undefined) return
  assert.ok(isThere(change), JSON.stringify(change))
  const pacing = pacingFor(100e6, 3e6)
  const result = await launchGroup([late.plan], pacing, {
    ...context,
    needs: [needBeyond(change)],
  })
  assert.ok('launches' in result)
  const fastestNs = Math.min(...(result.launches[0]?.wallNs ?? []))
  assert.ok(fastestNs < (change.durationNs / change.iterations) * 0.6, `${fastestNs}`)
})

test('probeLateJit says nothing of who is too slow for a look, or does not run', async () => {
  const log = logOf('slow', 'thrower')
  await probeLateJit(log, { ...OPTIONS, context, stopping: within(60e9) })
  assert.deepEqual(
    log.contenders().map(({ late }) => late),
    [undefined, undefined, undefined, undefined],
  )
  assert.deepEqual(processesOf(workspace.directory), [])
})

test('probeLateJit gives up who never ends, so that no launch waits for it', async () => {
  const log = logOf('endless')
  const limited = { ...context, limits: { ...LIMITS, commandMs: 2000 } }
  await probeLateJit(log, { ...OPTIONS, context: limited, stopping: within(60e9) })
  assert.deepEqual(
    log.contenders().map(({ lost }) => lost?.failure),
    ['timeout', 'timeout'],
  )
})

test('probeLateJit does not look where there is no time for it, and looks at equals once', async () => {
  let looks = 0
  const onProgress = () => void looks++
  const counted = { ...OPTIONS, onProgress }
  await probeLateJit(logOf('late'), { ...counted, context, stopping: within(2e9) })
  await probeLateJit(logOf('late'), {
    ...{ ...counted, context, stopping: within(60e9) },
    contenderLaunches: 1000,
  })
  await probeLateJit(logOf('late'), {
    ...{ ...counted, context, stopping: within(60e9) },
    ...{ contenderLaunches: 10, windowNs: 10e9 },
  })
  assert.equal(looks, 0)
  const [one] = context.targetIds
  const alike = { ...context, targetIds: [one ?? '', `${one}#2`] }
  const log = logOf('slow')
  await probeLateJit(log, { ...counted, context: alike, stopping: within(60e9) })
  assert.equal(looks, 1)
  const [first, second] = log.contenders()
  assert.ok(first && second)
  assert.deepEqual(first.late, second.late)
})

test('probeLateJit probes one contender twice, and never at the same time', async t => {
  const { first, rounds, watchedNs } = await probedOnce()
  if (process.platform === 'linux') assert.ok(watchedNs > 0, 'stalls were looked for')
  t.diagnostic(`${rounds} rounds, ${JSON.stringify(first?.late)}`)
  if (first?.late) assert.ok(rounds >= 2)
})
