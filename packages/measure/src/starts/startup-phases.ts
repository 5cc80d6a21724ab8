import { readFile } from 'node:fs/promises'
import { LaunchError, LIMITS, type Limits, runToEnd } from '@steelyard/launcher'
import { readStartupPhases, startupCommand } from '@steelyard/timers'
import { type LaunchContext, targetOf } from '../launch/launch-context.ts'
import { reserveCore } from '../launch/launch-members.ts'
import type { ContenderPlan } from '../plan/plan.ts'
import { specWithoutApp } from '../servers/server-app.ts'
import { makeProbes, type Probe } from '../side-launches/probe.ts'
import type { MeasureTask } from '../suite/measure-task.ts'
import type { MeasuredContender } from '../suite/measured-suite.ts'
import type { SuiteLog } from '../suite/suite-log.ts'
import type { AppBundle } from './app-bundles.ts'

/** For some fifty starts of a large bundle. */
const PHASE_LIMITS: Limits = { ...LIMITS, commandMs: 60_000 }

/** What `workerd bench` takes for an app, and how much of the time it may have for all of them. */
const PHASES_NS = 3e9
const PHASES_SHARE = 0.25

/** Returns how much of the time is kept back for the phases that workerd reports. */
export function phasesNs(contenders: readonly MeasuredContender[], options: MeasureTask): number {
  return Math.min(onWorkerd(contenders, options).length * PHASES_NS, options.stopping.timeNs * PHASES_SHARE)
}

/** Has workerd report, of each app that it starts, what starting it in new isolates takes, as long as the time lasts. */
export async function readPhases(
  log: SuiteLog,
  bundles: ReadonlyMap<ContenderPlan, AppBundle>,
  timeNs: number,
  options: MeasureTask,
): Promise<void> {
  const present = onWorkerd(log.grouped(), options).filter(({ lost }) => lost === null)
  const quick = timeNs / present.length < PHASES_NS
  const untilMs = performance.now() + timeNs / 1e6
  const probes = present.map(
    ({ plan }): Probe => ({
      plan,
      find: async () => {
        const bundle = bundles.get(plan)
        if (bundle === undefined || performance.now() > untilMs) return {}
        return { startupPhases: await phasesOf(plan, bundle, options.context, quick) }
      },
      lost: 'no-startup-phases',
    }),
  )
  await makeProbes(probes, log, options)
}

function onWorkerd(contenders: readonly MeasuredContender[], { context }: MeasureTask) {
  return contenders.filter(({ plan }) => !plan.isControl && targetOf(plan, context).runner.name === 'workerd')
}

async function phasesOf(plan: ContenderPlan, bundle: AppBundle, context: LaunchContext, quick: boolean) {
  const { target, environment } = specWithoutApp(plan, context)
  const directory = await context.workspace.newFolder()
  const { args, files, report } = startupCommand({
    directory,
    app: bundle.file,
    quick,
    flags: target.spec.flags,
    environment,
    compatibilityDate: context.compatibilityDate ?? '',
  })
  try {
    const core = await reserveCore(context)
    await runToEnd({ target, args, files, directory, core, limits: PHASE_LIMITS })
    return readStartupPhases(await readFile(report, 'utf8'))
  } catch (error) {
    throw error instanceof SyntaxError ? new LaunchError('failed', error.message) : error
  }
}
