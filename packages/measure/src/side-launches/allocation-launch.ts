import { iterationsFor, type KnownContender } from '../functions/known-contender.ts'
import type { LaunchContext } from '../launch/launch-context.ts'
import { settledCpuOf } from '../launch/window-sampler.ts'
import { readHeapProfile } from '../profiles/cpu-profile.ts'
import { scriptsOf, weightsOfPlaces } from '../profiles/places.ts'
import type { MeasuredAllocations } from '../suite/measured-suite.ts'
import { inSideLaunch } from './probe.ts'

const BATCH_NS = 10e6

/** Bytes that are allocated between two samples, on average. */
export const ALLOCATION_INTERVAL_BYTES = 16_384

/** Runs a contender alone on a core, not timed, while its engine samples what it allocates; LaunchError when it is lost. */
export async function launchForAllocations(
  known: KnownContender,
  timeNs: number,
  isInlined: boolean,
  context: LaunchContext,
): Promise<MeasuredAllocations> {
  return inSideLaunch(known, context, { isProfiled: true, hasPlainFrames: !isInlined }, async process => {
    const perBatch = iterationsFor(known, BATCH_NS)
    const batches = Math.max(1, Math.round(timeNs / (perBatch * known.iterationNs)))
    await process.profiler.start({ of: 'allocations', intervalBytes: ALLOCATION_INTERVAL_BYTES })
    let [spentNs, iterations] = [0, 0]
    for (let batch = 0; batch < batches; batch++) {
      // A collector that is still busy with the batch before must not fall on this one.
      settledCpuOf(process)
      const { reply } = await process.exchange({ type: 'run', iterations: perBatch })
      spentNs += reply.durationNs
      iterations += reply.iterationsRun ?? perBatch
    }
    const allocated = readHeapProfile(await process.profiler.stop())
    return {
      isInlined,
      iterations,
      iterationNs: spentNs / (perBatch * batches),
      sites: weightsOfPlaces(allocated, known.plan.caseId, scriptsOf(context)).map(({ found, weight }) => ({
        place: found,
        bytes: weight,
      })),
    }
  })
}
