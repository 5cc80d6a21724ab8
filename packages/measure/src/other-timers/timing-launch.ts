import { readFile } from 'node:fs/promises'
import type { Measurement } from '@steelyard/harness/protocol'
import { LaunchError, LIMITS, type Limits, readReply, runToEnd } from '@steelyard/launcher'
import { BENCH_ENTRY, benchCommand, readBenchReport, type Timer } from '@steelyard/timers'
import { keyOf } from '../launch/adopted-answers.ts'
import { type LaunchContext, targetOf } from '../launch/launch-context.ts'
import { checkAnswer, checkLastValue, prepare, recheck } from '../launch/prepare.ts'
import type { WrittenBundle } from '../launch/workspace.ts'
import type { ContenderPlan } from '../plan/plan.ts'

/** A timer decides itself how long it takes in all; some sort millions of samples. */
const TIMING_LIMITS: Limits = { ...LIMITS, commandMs: 60_000 }

export interface TimingLaunch {
  readonly contender: ContenderPlan
  readonly timer: Timer
  /** The suite's bundle with the timer in it; the plain one for a command of the runtime. */
  readonly bundle: WrittenBundle
  readonly core: number | null
  readonly timeMs: number
}

/** Has a timer time a contender in its own process, the output checked before and after; LaunchError when it is lost. */
export function launchTiming(launch: TimingLaunch, context: LaunchContext): Promise<Measurement> {
  return launch.timer.module === null ? timeByCommand(launch, context) : timeInside(launch, context)
}

async function timeInside({ contender, bundle, core, timeMs }: TimingLaunch, context: LaunchContext) {
  const suite = { ...context.suite, bundle }
  const prepared = await prepare(contender, { ...context, suite }, { core, limits: TIMING_LIMITS })
  await using process = prepared.process
  if (prepared.isWindow) throw ownLoop()
  const { reply } = await process.exchange({ type: 'measure', timeMs })
  if (reply.measurement === null) throw leftNothing()
  await recheck(prepared)
  return reply.measurement
}

async function timeByCommand(
  { contender, timer, bundle: written, core, timeMs }: TimingLaunch,
  context: LaunchContext,
): Promise<Measurement> {
  const { caseId, params } = contender
  const { workspace, referenceOutputs, compatibilityDate } = context
  const target = targetOf(contender, context)
  const directory = await workspace.newFolder()
  const bundle = await workspace.bundleFor(target.runner, written)
  const prepare = {
    type: 'prepare',
    caseId,
    params,
    expectedDigest: referenceOutputs.get(keyOf(contender))?.digest ?? null,
  } as const
  const request = { prepare, timeMs }
  const { args, files, ...left } = benchCommand({
    request,
    directory,
    entry: await workspace.entryOf({ name: timer.name, entry: BENCH_ENTRY }),
    bundle: bundle.file,
    ...(bundle.scriptFile === undefined ? {} : { script: bundle.scriptFile }),
    flags: target.spec.flags,
    environment: target.spec.environment,
    compatibilityDate: compatibilityDate ?? '',
  })
  const ended = runToEnd({ target, args, files, directory, core, limits: TIMING_LIMITS })
  // The error of the case says more than the exit code of the command.
  const failure = await ended.then(
    () => null,
    error => error,
  )
  const prepared = readReply(request.prepare, await textIn(left.prepared, failure))
  if (prepared.window === true) throw ownLoop()
  checkAnswer(prepared, contender, context)
  const measurement = readReport(await textIn(left.report, failure), prepared.async)
  if (failure !== null) throw failure
  checkLastValue(readReply({ type: 'recheck' }, await textIn(left.rechecked, failure)), prepared.digest)
  return measurement
}

/** A file that is not there was not written because of the failure, where there was one. */
async function textIn(file: string, failure: unknown): Promise<string> {
  return readFile(file, 'utf8').catch(() => {
    throw failure ?? leftNothing()
  })
}

function readReport(text: string, async: boolean): Measurement {
  try {
    return readBenchReport(text, async)
  } catch (error) {
    if (error instanceof SyntaxError) throw new LaunchError('crashed', `left ${error.message}`)
    throw new LaunchError('failed', `threw: ${error instanceof Error ? error.message : String(error)}`)
  }
}

function ownLoop(): LaunchError {
  return new LaunchError(
    'unsupported',
    'has a loop, or a start and an end, of its own: no other timer can call it',
  )
}

function leftNothing(): LaunchError {
  return new LaunchError('crashed', 'ended and left no measurement')
}
