import { moveProcess } from '@steelyard/launcher'
import type { Contender } from '@steelyard/schedule'
import { iterationsFor, type KnownContender, warmUpSideLaunch } from '../functions/known-contender.ts'
import type { LaunchContext } from '../launch/launch-context.ts'
import { prepare, recheck } from '../launch/prepare.ts'
import { reserveCore } from '../launch/reserve-core.ts'
import { samplerOf } from '../launch/window-sampler.ts'
import { readCpuProfile, type Sample } from './cpu-profile.ts'
import type { LaunchProfile } from './launch-profile.ts'
import { positionsOf } from './original-position.ts'
import { placesOf, type SuiteScripts } from './places.ts'
import { type ProfileFile, type ProfileSubject, profileFileName } from './profile-file.ts'
import { stacksOf } from './stacks.ts'
import { pprofOf, repositioned } from './write-profiles.ts'

/** Between two samples of the stack. */
export const INTERVAL_US = 200

const BATCH_NS = 10e6

/**
 * Samples the stack of a contender in a process of its own, after a window of the same length without.
 *
 * @param windowNs of either
 * @param keptAs what the profile is of, where it is kept in files; null where it is not
 * @throws LaunchError when it is lost
 */
export async function profileLaunch(
  known: KnownContender,
  windowNs: number,
  scripts: SuiteScripts,
  context: LaunchContext,
  keptAs: ProfileSubject | null,
): Promise<LaunchProfile> {
  const prepared = await prepare(known.plan, context, { core: await reserveCore(context), isProfiled: true })
  const { process } = prepared
  try {
    await warmUpSideLaunch(process, known)
    // Otherwise its sampler takes turns with it on one core.
    if (context.cores.length > 0) await moveProcess(process.pid, context.cores)
    const sampler = samplerOf(process)
    const iterations = iterationsFor(known, BATCH_NS)
    const plainNs = await meanNs(sampler, iterations, windowNs)
    await process.profiler.start(INTERVAL_US)
    const profiledNs = await meanNs(sampler, iterations, windowNs)
    const text = await process.profiler.stop()
    const samples = readCpuProfile(text)
    await recheck(prepared)
    return {
      iterationNs: plainNs,
      slowdown: profiledNs / plainNs,
      samples: samples.length,
      places: placesOf(samples, known.plan.caseId, scripts),
      stacks: stacksOf(samples, known.plan.caseId, scripts),
      files: keptAs === null ? [] : filesOf(text, samples, keptAs, scripts),
    }
  } finally {
    await process.kill()
  }
}

function filesOf(
  text: string,
  samples: readonly Sample[],
  subject: ProfileSubject,
  scripts: SuiteScripts,
): ProfileFile[] {
  const positionOf = positionsOf(scripts)
  const cpuProfile = Buffer.from(repositioned(text, positionOf))
  const file = (format: ProfileFile['format'], content: Uint8Array): ProfileFile => ({
    name: profileFileName(subject, format),
    ...{ format, content },
  })
  return [file('cpuprofile', cpuProfile), file('pprof', pprofOf(samples, INTERVAL_US, positionOf))]
}

/** Returns the mean time of an iteration over batches that take so long together. */
async function meanNs({ run }: Contender, iterations: number, windowNs: number): Promise<number> {
  let [spentNs, done] = [0, 0]
  while (spentNs < windowNs) {
    spentNs += (await run(iterations)).wallNs
    done += iterations
  }
  return spentNs / done
}
