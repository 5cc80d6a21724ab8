import { isModeDecided, type ModesFinding, modesFinding } from '@steelyard/analysis'
import { LaunchError } from '@steelyard/launcher'
import {
  inWorkspace,
  launchForModes,
  type ModesLaunch,
  type ModesTask,
  type OneCaseChoice,
  type ParamValues,
  prepareModes,
} from '@steelyard/measure'
import { createRandom, KIND_LOOKS } from '@steelyard/stats'
import { fetchEvents } from '../../output/fetch-events.ts'
import { caught } from '../../process/as-usage.ts'

export interface ModesOptions extends OneCaseChoice {
  readonly runtimes: readonly string[]
  /** For each target. */
  readonly timeSeconds: number
  readonly seed: number
  readonly json: string | null
  readonly markdown: string | null
}

export interface TargetModes {
  readonly target: string
  readonly launches: readonly ModesLaunch[]
  /** null where there were too few launches. */
  readonly finding: ModesFinding | null
  readonly end: 'decided' | 'launches' | 'time' | 'lost' | 'unsupported'
  /** Why it was lost, or cannot run; null otherwise. */
  readonly error: string | null
}

export interface ModesOutcome {
  /** In UTC, as ISO 8601. */
  readonly startedAt: string
  readonly suite: string
  readonly caseId: string
  readonly params: ParamValues
  readonly environment: ModesTask['environment']
  readonly targets: readonly TargetModes[]
}

/** Launches a case again and again on each target; null when the signal came. */
export async function findModes(
  options: ModesOptions,
  signal: AbortSignal,
  onProgress: (text: string) => void,
): Promise<ModesOutcome | null> {
  const startedAt = new Date().toISOString()
  return inWorkspace(signal, async workspace => {
    const { runtimes, seed } = options
    const task = await prepareModes(options, runtimes, seed, workspace, fetchEvents(signal))
    const targets: TargetModes[] = []
    for (const contender of task.contenders) {
      if (signal.aborted) return null
      targets.push(await modesOf(contender, task, options, signal, onProgress))
    }
    const { loaded, caseId, params: values } = task.one
    const { environment } = task
    return signal.aborted
      ? null
      : { startedAt, suite: loaded.description.name, caseId, params: values, environment, targets }
  })
}

/** Launches as in a run, and launches whose engine logs, take turns until they tell or there is no more time. */
async function modesOf(
  { target, plan, hasLog }: ModesTask['contenders'][number],
  { one, context }: ModesTask,
  { timeSeconds, seed }: ModesOptions,
  signal: AbortSignal,
  onProgress: (text: string) => void,
): Promise<TargetModes> {
  const gap = one.plan.unsupported.find(({ contender }) => contender === plan)
  if (gap) return { target, launches: [], finding: null, end: 'unsupported', error: gap.reason }
  const until = performance.now() + timeSeconds * 1000
  const most = KIND_LOOKS.at(-1) ?? 0
  const launches: ModesLaunch[] = []
  const findNow = () => modesFinding(launches, createRandom(seed))
  const ended = (end: TargetModes['end'], error: string | null = null): TargetModes => ({
    target,
    launches,
    finding: findNow(),
    end,
    error,
  })
  for (let round = 1; round <= most; round++) {
    for (const isLogged of hasLog ? [false, true] : [false]) {
      if (signal.aborted || performance.now() > until) return ended('time')
      onProgress(`${target}: launch ${launches.length + 1} of at most ${most * (hasLog ? 2 : 1)}`)
      const found = await launchForModes(plan, isLogged, context).catch(caught(LaunchError))
      if (found instanceof LaunchError) return signal.aborted ? ended('time') : ended('lost', found.message)
      launches.push(found)
    }
    if (!KIND_LOOKS.includes(round)) continue
    const finding = findNow()
    if (finding !== null && isModeDecided(finding))
      return { target, launches, finding, end: 'decided', error: null }
  }
  return ended('launches')
}
