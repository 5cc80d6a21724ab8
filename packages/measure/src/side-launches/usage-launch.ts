import { difference, resourcesOf } from '@steelyard/launcher'
import type { UsageCountsRecord } from '@steelyard/record'
import { iterationsFor, type KnownContender, runUntimed } from '../functions/known-contender.ts'
import type { LaunchContext } from '../launch/launch-context.ts'
import { settledCpuOf } from '../launch/window-sampler.ts'
import type { MeasuredUsage } from '../suite/measured-suite.ts'
import { inSideLaunch } from './probe.ts'

/** Few, so that messages cost little compared with the work. */
const COMMANDS = 8

/** Runs a contender alone on a core, as it is timed, for the kernel's counts alone; LaunchError when it is lost. */
export async function launchForUsage(
  known: KnownContender,
  timeNs: number,
  context: LaunchContext,
): Promise<MeasuredUsage> {
  return inSideLaunch(known, context, {}, async process => {
    const resources = resourcesOf(process.pid)
    const perCommand = iterationsFor(known, timeNs / COMMANDS)
    const counted = async (iterations: number) => {
      settledCpuOf(process)
      const before = resources.read()
      let iterationsRun = 0
      for (let command = 0; command < COMMANDS; command++) {
        iterationsRun += (await runUntimed(process, iterations)).iterationsRun
      }
      settledCpuOf(process)
      return { iterationsRun, counts: countsBetween(before, resources.read()) }
    }
    const idle = await counted(0)
    const work = await counted(perCommand)
    return { iterations: work.iterationsRun, commands: COMMANDS, work: work.counts, idle: idle.counts }
  })
}

function countsBetween(before: UsageCountsRecord, after: UsageCountsRecord): UsageCountsRecord {
  const names = Object.keys(after) as (keyof UsageCountsRecord)[]
  const counts = names.map(name => [name, difference(before[name], after[name])])
  return Object.fromEntries(counts) as UsageCountsRecord
}
