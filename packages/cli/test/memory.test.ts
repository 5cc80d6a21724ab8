import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { CallsRecord, MemoryRecord } from '@steelyard/record'
import { launchForTiers } from '../../measure/src/engine-logs/tiers-launch.ts'
import type { LaunchContext } from '../../measure/src/launch/launch-context.ts'
import { Workspace } from '../../measure/src/launch/workspace.ts'
import { launchForAllocations } from '../../measure/src/side-launches/allocation-launch.ts'
import { launchForCalls } from '../../measure/src/side-launches/call-launch.ts'
import { launchForMemory } from '../../measure/src/side-launches/memory-launch.ts'
import { launchForUsage } from '../../measure/src/side-launches/usage-launch.ts'
import { unmeasured } from '../../measure/src/suite/measured-suite.ts'
import { DEFAULT_TARGETS } from '../../measure/src/targets/targets.ts'
import { launchContext } from './launch-context.ts'

const FIXTURE = fileURLToPath(new URL('fixtures/allocation.bench.ts', import.meta.url))
const WHOLE_CALLS = fileURLToPath(new URL('fixtures/adopted/whole-calls.mjs', import.meta.url))

/** Ten arrays of 330 doubles each; every engine adds a few words for each array. */
const KNOWN_BYTES = 10 * 330 * 8

const WINDOW_NS = 100e6
const CALLS_NS = 200e6
const BUDGET_NS = 2e6

const OPTIMISING_TIERS = ['Maglev', 'Turbofan', 'DFG', 'FTL']
const MOST_LAUNCHES = 10

let workspace: Workspace
let context: LaunchContext

before(async () => {
  workspace = await Workspace.open()
  context = await launchContext(workspace, FIXTURE)
})
after(() => workspace.close())

function known(target: number, caseId: string, iterationNs: number) {
  const plan = { caseId, params: {}, target }
  return { plan, iterationNs, channelCpuNs: 0, lateIterations: 0, untimedShare: 0 }
}

function memoryOf(target: number, caseId: string, iterationNs: number): Promise<MemoryRecord> {
  return launchForMemory(known(target, caseId, iterationNs), WINDOW_NS, context)
}

function callsOf(target: number, caseId: string, iterationNs: number): Promise<CallsRecord> {
  return launchForCalls(known(target, caseId, iterationNs), CALLS_NS, BUDGET_NS, context)
}

for (const [target, runtime] of DEFAULT_TARGETS.entries()) {
  test(`launchForMemory finds the bytes that a case is known to allocate within 5 %: ${runtime}`, async () => {
    const memory = await memoryOf(target, 'ten-arrays', 5000)
    const { bytesPerIteration, minor, heapAfterFullBytes } = memory
    if (bytesPerIteration === null) assert.fail(memory.missing.bytesPerIteration?.code)
    const off = bytesPerIteration / KNOWN_BYTES - 1
    assert.ok(Math.abs(off) < 0.05, `${bytesPerIteration} bytes, ${(100 * off).toFixed(1)} % off`)
    assert.ok(minor.count > 0)
    assert.ok((minor.pauseLongestNs ?? 0) > 0 && minor.pauseTotalNs >= (minor.pauseLongestNs ?? 0))
    assert.ok((heapAfterFullBytes ?? 0) > 100_000)
  })

  test(`launchForMemory tells what lies outside of the heap, or why it cannot: ${runtime}`, async () => {
    const memory = await memoryOf(target, 'one-buffer', 5000)
    const { counts, bytesPerIteration, externalBytesPerIteration, missing } = memory
    const whole = counts === 'all' ? bytesPerIteration : externalBytesPerIteration
    if (whole === null) {
      return assert.deepEqual(missing.externalBytesPerIteration, {
        code: 'no-external-bytes',
        runtime: 'workerd',
      })
    }
    assert.ok(Math.abs(whole / 65_536 - 1) < 0.05, `${whole} bytes`)
  })

  test(`launchForMemory finds nothing allocated, or says why it cannot tell: ${runtime}`, async () => {
    const { bytesPerIteration, missing } = await memoryOf(target, 'nothing', 5)
    if (bytesPerIteration === null) assert.equal(missing.bytesPerIteration?.code, 'too-few-collections')
    else assert.ok(bytesPerIteration < 1, String(bytesPerIteration))
  })

  test(`launchForUsage counts CPU time, and nothing below 0: ${runtime}`, async () => {
    const { iterations, work, idle } = await launchForUsage(
      known(target, 'three-milliseconds', 3e6),
      WINDOW_NS,
      context,
    )
    assert.ok(Object.values({ ...work, ...idle }).every(count => count !== null && count >= 0))
    // The case waits by the clock: where the core is shared it works for less than that.
    assert.ok((work.userNs ?? 0) + (work.systemNs ?? 0) > 0 && iterations >= 8, JSON.stringify(work))
  })

  test(`launchForAllocations names the one function that allocates, and how much: ${runtime}`, async test => {
    if (context.targets[target]?.runner.plainFrameFlags === undefined) return test.skip('it has no sampler')
    const sites = async (isInlined: boolean) => {
      const contender = known(target, 'from-a-helper', 5000)
      const allocated = await launchForAllocations(contender, WINDOW_NS, isInlined, context)
      const { sites: found, iterations } = allocated
      return found.map(({ place, bytes }) => ({ ...place, bytesPerIteration: bytes / iterations }))
    }
    const [plain, ...others] = await sites(false)
    assert.equal(`${plain?.functionName} ${plain?.source}`, 'copied allocation.bench.ts:6')
    assert.equal(plain?.callee, null)
    const off = (bytes: number) => Math.abs(bytes / KNOWN_BYTES - 1)
    assert.ok(off(plain?.bytesPerIteration ?? 0) < 0.1, JSON.stringify([plain, ...others]))
    // What inlining does is V8's, the same in each of them.
    if (runtime !== 'node') return
    const timed = await sites(true)
    const whole = timed.reduce((sum, { bytesPerIteration }) => sum + bytesPerIteration, 0)
    assert.ok(off(whole) < 0.1, JSON.stringify(timed))
  })

  test(`launchForTiers sees the case and its loop come to optimised code: ${runtime}`, async () => {
    const plan = unmeasured({ caseId: 'ten-arrays', params: {}, target })
    let isThere = false
    // On a busy machine a compiler may not end, in its own thread, what it begins before the launch is over.
    for (let launches = 0; !isThere && launches < MOST_LAUNCHES; launches++) {
      const tiers = await launchForTiers(plan, WINDOW_NS, context)
      assert.ok(tiers && tiers.windowIterations > 0 && tiers.isComplete)
      const own = tiers.functions.find(({ name }) => name === 'ten-arrays')
      assert.ok(own && (own.bytecodeBytes ?? 0) > 0 && own.code.length > 0, JSON.stringify(tiers.functions))
      assert.equal(own.source !== null, !tiers.lacks.includes('positions'))
      if (own.source !== null) assert.match(own.source, /^allocation\.bench\.ts:\d+$/)
      const optimised = tiers.functions.filter(({ tier }) => OPTIMISING_TIERS.includes(tier))
      isThere = optimised.some(({ name }) => name === 'ten-arrays' || name === 'loop')
      assert.ok(
        optimised.every(({ code }) => code.every(({ iterations, bytes }) => iterations >= 0 && bytes > 0)),
      )
    }
    assert.ok(isThere)
  })

  test(`launchForCalls times calls of 3 ms, all over a budget of 2 ms: ${runtime}`, async () => {
    const calls = await callsOf(target, 'three-milliseconds', 4e6)
    const { p50Ns } = calls
    // On a busy machine the clock may be in doubt, or calls too long to be many; then it is said.
    if (p50Ns === null) {
      assert.match(calls.missing.p50Ns?.code ?? '', /^(?:call-too-short|too-few-calls)$/)
    } else assert.ok(p50Ns >= 2.9e6, String(p50Ns))
    const { overInWall, overInCpu, missing } = calls.budget ?? assert.fail('no budget')
    if (overInWall === null) assert.equal(missing.overInWall?.code, 'budget-too-short')
    else assert.equal(overInWall.value, 1)
    if (overInCpu === null) assert.ok(missing.overInCpu)
    else assert.ok(overInCpu.n >= 5)
  })

  test(`launchForCalls gives no time that no clock can tell: ${runtime}`, async () => {
    const { p50Ns, missing } = await callsOf(target, 'nothing', 5)
    assert.equal(p50Ns, null)
    assert.equal(missing.p50Ns?.code, 'call-too-short')
  })
}

test('side launches refuse a case that does much outside of its timed parts', async () => {
  const untimed = { ...known(0, 'nothing', 5), untimedShare: 0.5 }
  await assert.rejects(launchForUsage(untimed, WINDOW_NS, context), /does much that it does not time/)
})

test('side launches divide by the iterations that whole calls of a file had', async () => {
  const own = await launchContext(workspace, WHOLE_CALLS, ['node'])
  const copies = known(0, 'copies', 30_000)
  const arrayBytes = KNOWN_BYTES / 10
  const usage = await launchForUsage(copies, WINDOW_NS, own)
  assert.equal(usage.iterations, usage.commands * 1000)
  const memory = await launchForMemory(copies, WINDOW_NS, own)
  const off = (memory.bytesPerIteration ?? 0) / arrayBytes - 1
  assert.ok(Math.abs(off) < 0.05, `${memory.bytesPerIteration} bytes`)
  assert.equal(memory.iterations % 1000, 0)
  const { sites, iterations } = await launchForAllocations(copies, WINDOW_NS, true, own)
  const bytes = sites.reduce((sum, site) => sum + site.bytes, 0)
  assert.ok(Math.abs(bytes / iterations / arrayBytes - 1) < 0.2, `${bytes} bytes in ${iterations}`)
  // A call waits 10 ms by the clock, so no machine is quicker; a batch asks for a third of its iterations.
  const { iterationNs } = await launchForAllocations(known(0, 'waits', 30_000), WINDOW_NS, true, own)
  assert.ok(iterationNs >= 9_900, `${iterationNs} ns`)
})
