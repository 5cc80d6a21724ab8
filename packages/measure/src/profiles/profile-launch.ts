import { type PerfRecording, recordByPerf } from '@steelyard/launcher'
import type { Contender } from '@steelyard/schedule'
import { iterationsFor, type KnownContender } from '../functions/known-contender.ts'
import type { LaunchContext } from '../launch/launch-context.ts'
import { samplerOf } from '../launch/window-sampler.ts'
import { inSideLaunch, moveToAll } from '../side-launches/probe.ts'
import type { LaunchProfile } from '../suite/measured-suite.ts'
import { readCpuProfile, type Sample } from './cpu-profile.ts'
import { readPerfScript } from './perf-script.ts'
import { placesOf, positionsOf, type SuiteScripts } from './places.ts'
import { stacksOf } from './stacks.ts'
import {
  cpuProfileOf,
  type ProfileFile,
  type ProfileSubject,
  pprofOf,
  profileFileName,
} from './write-profiles.ts'

/** Between two samples of the stack. */
export const INTERVAL_US = 200

const BATCH_NS = 10e6

export interface Profiling {
  /** What samples: the engine itself, or Linux perf, which sees native functions too. */
  readonly by: 'inspector' | 'perf'
  /** How long the case is sampled, and before that is not. */
  readonly windowNs: number
  readonly scripts: SuiteScripts
  /** What the profile is of, where it is kept in files; null where it is not. */
  readonly keptAs: ProfileSubject | null
}

/**
 * Samples the stack of a contender in a process of its own, after a window of the same length without. LaunchError when
 * it is lost, PerfError where perf cannot sample it.
 */
export async function profileLaunch(
  known: KnownContender,
  { by, windowNs, scripts, keptAs }: Profiling,
  context: LaunchContext,
): Promise<LaunchProfile> {
  const isNative = by === 'perf'
  return inSideLaunch(known, context, { isProfiled: !isNative, isMapped: isNative }, async process => {
    const { pid, profiler } = process
    let recording: PerfRecording | null = null
    try {
      // On one core the sampler would take turns with the process.
      await moveToAll(process, context)
      const sampler = samplerOf(process)
      const iterations = iterationsFor(known, BATCH_NS)
      const plain = await windowOf(sampler, iterations, windowNs)
      const directory = await context.workspace.newFolder()
      if (isNative) recording = await recordByPerf({ pid, directory, intervalUs: INTERVAL_US })
      else await profiler.start({ of: 'stack', intervalUs: INTERVAL_US })
      const { iterationNs, batches } = await windowOf(sampler, iterations, windowNs)
      const samples =
        recording === null
          ? readCpuProfile(await profiler.stop())
          : readPerfScript(await recording.stop(), { thread: pid, intervalUs: INTERVAL_US, batches })
      return {
        iterationNs: plain.iterationNs,
        slowdown: iterationNs / plain.iterationNs,
        samples: samples.length,
        places: placesOf(samples, known.plan.caseId, scripts),
        stacks: stacksOf(samples, known.plan.caseId, scripts),
        files: keptAs === null ? [] : filesOf(samples, keptAs, scripts),
      }
    } finally {
      await recording?.close()
    }
  })
}

function filesOf(samples: readonly Sample[], subject: ProfileSubject, scripts: SuiteScripts): ProfileFile[] {
  const positionOf = positionsOf(scripts)
  const file = (format: ProfileFile['format'], content: Uint8Array): ProfileFile => ({
    name: profileFileName(subject, format),
    format,
    content,
  })
  return [
    file('cpuprofile', cpuProfileOf(samples, positionOf)),
    file('pprof', pprofOf(samples, INTERVAL_US, positionOf)),
  ]
}

/** Runs batches that together take about this long; returns the mean time of an iteration, and when each batch ran. */
async function windowOf({ run }: Contender, iterations: number, windowNs: number) {
  const batches = []
  let spentNs = 0
  while (spentNs < windowNs) {
    const { wallNs, startedNs = 0, endedNs = 0 } = await run(iterations)
    batches.push({ startNs: startedNs, endNs: endedNs })
    spentNs += wallNs
  }
  return { iterationNs: spentNs / (iterations * batches.length), batches }
}
