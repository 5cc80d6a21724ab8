import { LaunchError, moveProcess } from '@steelyard/launcher'
import { type LateChange, LateChanges, type Progress, probeForLateChange } from '@steelyard/schedule'
import { type LaunchContext, prepare } from '../launch/launch-group.ts'
import { samplerOf } from '../launch/window-sampler.ts'
import type { ContenderPlan } from '../plan/plan.ts'
import type { MeasuredContender } from '../suite/measured-suite.ts'

/** Of the time of a suite, for all looks at most. */
const MOST_SHARE = 0.25

const LONGEST_LOOK_NS = 6e9
/** A warm-up without a look may take most of this. */
const SHORTEST_LOOK_NS = 1e9
/** What the start of a process takes, and its end. */
const START_NS = 300e6

/** So many times longer than they may take would all looks be if none was cut short; most are, or end early. */
const MOST_WANTED = 6

/** So many processes warm up side by side. */
const LANES = 2

interface Options {
  readonly contenders: readonly MeasuredContender[]
  readonly context: LaunchContext
  /** Of the suite, for everything. */
  readonly timeNs: number
  readonly signal: AbortSignal
  /** Launches that will follow, and what they need of the time. */
  readonly launchesExpected: number
  readonly launchesNs: number
  /** Told before each look. */
  readonly onProgress: (progress: Progress) => void
}

/**
 * Looks which contenders come to another speed later than a warm-up lasts, in processes of their own of which nothing is
 * timed, and keeps with each what was found. What is the same case on the same target is looked at once for all. Looks have
 * no time that the launches need; where that leaves too little for them there are none. Returns how long it took.
 */
export async function probeLateJit(options: Options): Promise<number> {
  const { contenders, context, timeNs, launchesExpected, launchesNs, signal, onProgress } = options
  const beganNs = performance.now() * 1e6
  const elapsedNs = () => performance.now() * 1e6 - beganNs
  const lanes = Math.min(LANES, Math.max(1, context.cores.length))
  const equals = Map.groupBy(contenders, ({ plan }) => identityOf(plan, context))
  const limitNs = Math.min(MOST_SHARE * timeNs, timeNs - launchesNs)
  if ((equals.size / lanes) * LONGEST_LOOK_NS > MOST_WANTED * limitNs) return 0
  const found = new LateChanges<string>()
  let queue = context.random.shuffle([...equals.keys()])
  // A lane that would be idle takes the second look at the same time.
  if (queue.length < lanes) queue = queue.flatMap(name => Array.from({ length: lanes }, () => name))
  await moveProcess(process.pid, context.cores)
  while (queue.length > 0 && !signal.aborted) {
    const lookNs = Math.min(LONGEST_LOOK_NS, limitNs - elapsedNs() - START_NS)
    if (lookNs < SHORTEST_LOOK_NS) break
    const goneNs = elapsedNs()
    onProgress({ launchesDone: 0, launchesExpected, elapsedNs: goneNs, remainingNs: timeNs - goneNs })
    const looked = queue.slice(0, lanes)
    const cores = context.random.shuffle([...context.cores])
    const changes = await Promise.all(
      looked.map((name, lane) => look(equals.get(name)?.[0]?.plan, cores[lane] ?? null, lookNs, options)),
    )
    for (const [lane, name] of looked.entries()) {
      const change = changes[lane]
      if (change !== undefined) found.looked(name, change)
    }
    const again = new Set(looked.filter((name, lane) => changes[lane] && found.wantsLook(name)))
    queue = [...queue.slice(lanes), ...again]
  }
  for (const [name, members] of equals) {
    for (const member of members) member.late = found.of(name)
  }
  return elapsedNs()
}

/** Returns what one process did; undefined where it could not tell. Why one is lost its launches will say. */
async function look(
  plan: ContenderPlan | undefined,
  core: number | null,
  lookNs: number,
  { context }: Options,
): Promise<LateChange | null | undefined> {
  if (plan === undefined) return undefined
  const batchNs = context.targets[plan.target]?.runner.batchNs ?? 0
  try {
    const { process: contender } = await prepare(plan, context, { core })
    try {
      return await probeForLateChange(samplerOf(contender), batchNs, lookNs)
    } finally {
      await contender.kill()
    }
  } catch (error) {
    if (error instanceof LaunchError) return undefined
    throw error
  }
}

/** Of a case on a target; the second use of a target is the same one. */
function identityOf({ caseId, params, target }: ContenderPlan, { targetIds }: LaunchContext): string {
  return JSON.stringify([caseId, params, targetIds[target]?.replace(/#\d+$/, '')])
}
