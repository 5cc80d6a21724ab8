import type { ContenderProcess } from '@steelyard/launcher'
import type { CallsRecord } from '@steelyard/record'
import { median, quantile } from '@steelyard/stats'
import type { KnownContender } from '../functions/known-contender.ts'
import type { LaunchContext } from '../launch/launch-context.ts'
import { samplerOf } from '../launch/window-sampler.ts'
import { budgetOf, type CpuCalls, callsOf } from './call-times.ts'
import { inSideLaunch } from './probe.ts'

/** More would make a record of many cases large. */
const MOST_CALLS = 1000

/** The batch length of a runtime whose clock is cheap to read. */
const PLAIN_BATCH_NS = 3e6
const NULL_BATCHES = 20
const EMPTY_BATCHES = 20
const EMPTY_ITERATIONS = 10_000
const FEWEST_CALLS = 5

/** The cost of a message can be subtracted from a call that is this many times as long. */
const TIMES_THE_CHANNEL = 10

/**
 * Times calls of a contender one by one, alone in a process of their own; LaunchError when it is lost. `budgetNs` is null
 * when nothing is asked of it.
 */
export async function launchForCalls(
  known: KnownContender,
  timeNs: number,
  budgetNs: number | null,
  context: LaunchContext,
): Promise<CallsRecord> {
  return inSideLaunch(known, context, {}, async process => {
    // The empty calls must be as warm as the calls they are compared with.
    for (let batch = 0; batch < EMPTY_BATCHES; batch++) {
      await process.exchange({ type: 'run-empty', iterations: EMPTY_ITERATIONS })
    }
    const { reply: clocked } = await process.exchange({ type: 'clock' })
    // A runtime that needs longer batches needs more time for calls too.
    const timeMs = (timeNs / 1e6) * Math.max(1, process.target.runner.batchNs / PLAIN_BATCH_NS)
    const { reply } = await process.exchange({ type: 'calls', timeMs, atMost: MOST_CALLS })
    const timed = { ...reply, clockResolutionNs: clocked.resolutionNs }
    const budget =
      budgetNs === null ? null : budgetOf(budgetNs, timed, await cpuCalls(process, budgetNs, timeNs))
    return { ...callsOf(timed), budget }
  })
}

/** Times calls from outside, each as a batch of its own, where that costs little compared with the budget. */
async function cpuCalls(process: ContenderProcess, budgetNs: number, timeNs: number): Promise<CpuCalls> {
  const contender = samplerOf(process)
  const nulls: number[] = []
  for (let batch = 0; batch < NULL_BATCHES; batch++) {
    const { cpuNs } = await contender.run(0)
    if (cpuNs === null) return { missing: { code: 'no-process-cpu' } }
    nulls.push(cpuNs)
  }
  const channelNs = quantile(nulls, 0.95)
  if (budgetNs < TIMES_THE_CHANNEL * channelNs) {
    return { missing: { code: 'budget-under-channel', leastNs: TIMES_THE_CHANNEL * channelNs } }
  }
  const callsNs: number[] = []
  const untilMs = performance.now() + timeNs / 1e6
  while (callsNs.length < FEWEST_CALLS || (callsNs.length < MOST_CALLS && performance.now() < untilMs)) {
    const { cpuNs } = await contender.run(1)
    if (cpuNs === null) return { missing: { code: 'unread-process-cpu' } }
    callsNs.push(cpuNs - median(nulls))
  }
  return { callsNs }
}
