import { hash, randomUUID } from 'node:crypto'
import type { SuiteDescription } from '@steelyard/harness/protocol'
import type { RunRecord } from '@steelyard/record'
import type { LookRules, Progress } from '@steelyard/schedule'
import { createRandom, sum } from '@steelyard/stats'
import { measureFunctions } from '../functions/measure-functions.ts'
import type { Journal } from '../journal/journal.ts'
import { SuiteJournal } from '../journal/suite-journal.ts'
import { AdoptedAnswers } from '../launch/adopted-answers.ts'
import { contextOf, type LaunchContext } from '../launch/launch-context.ts'
import type { Workspace } from '../launch/workspace.ts'
import { otherTimers } from '../other-timers/check-timers.ts'
import { measureTimings } from '../other-timers/measure-timings.ts'
import { pairsThroughBaseline } from '../plan/indirect-pairs.ts'
import type { SuitePlan } from '../plan/plan.ts'
import { biasAllowanceOf, type PlannedSuite, type Preparation } from '../plan/preparation.ts'
import type { RunOptions } from '../plan/run-options.ts'
import {
  fewestLaunches,
  lookPlanOf,
  overtimeOf,
  stoppingOf,
  suiteSeconds,
  wantedLaunches,
  windowNsOf,
} from '../plan/time-and-launches.ts'
import { measureServers } from '../servers/measure-servers.ts'
import { measureStarts } from '../starts/measure-starts.ts'
import type { MeasureTask, SideLaunches } from './measure-task.ts'
import type { NamedSuite } from './measured-suite.ts'

/** A suite that was measured, and what launches of it need. */
export interface MeasuredRun {
  readonly suite: NamedSuite
  readonly context: LaunchContext
}

/** The budget is shared out so that every group gets one more than it needs. */
const SPARE_LAUNCHES = 1

/** Longest first launch of a timer that chooses its own time. */
const LONGEST_FIRST_LAUNCH_SECONDS = 10

/**
 * Measures the suites one after another, until the signal comes. `onProgress` hears the progress of a suite before each
 * launch. `journal` is where each finished launch is written, or found when the run goes on; null to keep none.
 */
export async function measureSuites(
  preparation: Preparation,
  options: RunOptions,
  workspace: Workspace,
  signal: AbortSignal,
  onProgress: (suite: string, progress: Progress) => void,
  journal: Journal | null = null,
): Promise<MeasuredRun[]> {
  const random = createRandom(options.rules.seed)
  const { targets, machine } = preparation
  const targetIds = targets.map(({ id }) => id)
  const runs: MeasuredRun[] = []
  for (const planned of preparation.suites) {
    const { loaded, plan } = planned
    if (signal.aborted) break
    const { name } = loaded.description
    // Where the suite's own baseline was not chosen, outputs are compared with those of the chosen one.
    const chosen = { ...loaded, description: { ...loaded.description, baseline: plan.baseline } }
    const context: LaunchContext = {
      ...contextOf(chosen, targets, { workspace, cores: machine.cores, random }),
      ...(loaded.description.adopted && {
        adoptedAnswers: new AdoptedAnswers(targetIds, options.selection.answers === 'ignore'),
      }),
    }
    const task = optionsFor(planned, options, familyOf(preparation, plan, options.rules))
    const measure = measurerOf(loaded.description, options.rules)
    const measured = await measure({
      plan,
      context,
      signal,
      onProgress: progress => onProgress(name, progress),
      journal: new SuiteJournal(journal, journalKeyOf(planned, preparation, options), signal),
      ...task,
    }).catch(error => {
      // What an interruption killed did not fail, and the suites before it are kept.
      if (signal.aborted) return null
      throw error
    })
    if (measured === null) break
    const looks = task.stopping.verdicts?.looks ?? options.time.looks
    const looked = looks ? { ...measured, looks } : measured
    runs.push({ suite: { name, plan, measured: looked, targetIds }, context })
  }
  return runs
}

/**
 * Returns the id of the record of these suites, and when it began: the same again once its run is resumed, so that the whole
 * record takes the place of the partial one.
 */
export function recordIdentity(
  journal: Journal | null,
  preparation: Preparation,
  options: RunOptions,
  startedAt: string,
): Pick<RunRecord, 'id' | 'startedAt'> {
  const plans = preparation.suites.map(planned => journalKeyOf(planned, preparation, options))
  const key = JSON.stringify([...plans, 'record'])
  const known = journal?.find(key) ?? null
  if (known !== null) return known.value as Pick<RunRecord, 'id' | 'startedAt'>
  const identity = { id: randomUUID(), startedAt }
  journal?.add({ key, tookNs: 0, value: identity })
  return identity
}

/** Returns what tells the launches of a suite from those of other suites, stages and versions. */
function journalKeyOf(planned: PlannedSuite, { targets }: Preparation, options: RunOptions) {
  const { loaded, plan, codeSha256 } = planned
  // A build that was given a name keeps its id and version when it is made again.
  const builds = targets.map(({ id, target }) => [id, target.version, target.sha256])
  const facts = [
    loaded.description.name,
    codeSha256,
    builds,
    plan.groups,
    windowNsOf(options.time),
    options.rules.seed,
  ]
  return hash('sha256', JSON.stringify(facts)).slice(0, 16)
}

function measurerOf({ server }: SuiteDescription, { timers }: RunOptions['rules']) {
  if (otherTimers(timers).length > 0) return measureTimings
  if (server === null) return measureFunctions
  return server.measure === 'start' ? measureStarts : measureServers
}

/** Returns what the stopping rule must know of the family beyond one suite: its comparisons but for the direct ones. */
function familyOf({ suites, calibration }: Preparation, plan: SuitePlan, { metric }: RunOptions['rules']) {
  const rows = sum(suites.map(suite => plannedRows(suite.plan)))
  return { biasAllowance: biasAllowanceOf(calibration, metric), otherRows: rows - directRows(plan) }
}

/** Returns how many comparisons of a suite may have a verdict. */
export function plannedRows(plan: SuitePlan): number {
  // Those that share no launch have no other ratio.
  const indirect = pairsThroughBaseline(plan).filter(({ isDirect }) => !isDirect)
  return directRows(plan) + indirect.length
}

function directRows({ groups }: SuitePlan): number {
  return sum(groups.map(({ length }) => Math.max(0, length - 1)))
}

function optionsFor(
  { loaded: { description }, plan }: Pick<PlannedSuite, 'loaded' | 'plan'>,
  options: RunOptions,
  family: ReturnType<typeof familyOf>,
): Omit<MeasureTask, 'plan' | 'context' | 'journal' | 'signal' | 'onProgress'> {
  const { metric, seed, timers } = options.rules
  const { quick, batchFactors = [1], launches } = options.time
  const stopping = stoppingOf(options, suiteSeconds(plan, description, options))
  const verdicts = verdictsOf(description, plan, options, family)
  const fewest = verdicts && { minimumLaunches: fewestLaunches(options, verdicts.looks) }
  return {
    metric,
    seed,
    timers,
    batchFactors,
    windowNs: windowNsOf(options.time),
    stopping: verdicts === null ? stopping : { ...stopping, ...fewest, verdicts },
    overtime: overtimeOf(options.time),
    launches: launches ?? wantedLaunches(options) + (quick ? 0 : SPARE_LAUNCHES),
    traced: !quick && options.time.stopping === undefined,
    sideLaunches: sideLaunchesOf(description, options),
  }
}

/** Null where something else decides when a run stops, or where other timers time. */
function verdictsOf(
  description: SuiteDescription,
  plan: SuitePlan,
  options: RunOptions,
  { biasAllowance, otherRows }: ReturnType<typeof familyOf>,
): LookRules | null {
  const { rules, time } = options
  if (time.stopping !== undefined || otherTimers(rules.timers).length > 0) return null
  const { threshold } = rules
  const { quick } = time
  const looks = lookPlanOf(plan, description, options)
  return { threshold, biasAllowance, quick, minimumLaunches: looks.first, looks, otherRows }
}

/** A budget asked of a suite that marks no case is asked of all of them. */
function sideLaunchesOf({ memory, perCall, cases }: SuiteDescription, options: RunOptions): SideLaunches {
  const { budgetMs, ...probes } = options.probes
  const budgetNs = budgetMs === null ? null : budgetMs * 1e6
  // Where the caller says when to stop, nothing but times is wanted.
  if (options.time.stopping !== undefined)
    return { memory: false, usage: false, allocations: false, tiers: false, perCall: [], budgetNs: null }
  const isAsked = budgetNs !== null && perCall.length === 0
  return { ...probes, memory: probes.memory || memory, budgetNs, perCall: isAsked ? cases : perCall }
}

/** Returns how long all suites may take together, in seconds. */
export function plannedSeconds({ suites }: Preparation, options: RunOptions): number {
  const asked = suites.reduce((sum, { loaded: { description }, plan }) => {
    return sum + stoppingOf(options, suiteSeconds(plan, description, options)).timeNs / 1e9
  }, 0)
  if (otherTimers(options.rules.timers).length === 0) return asked
  // Other timers always make their first launches, each as long as the timer chooses.
  const launches = suites.reduce((sum, { plan }) => sum + plan.groups.flat().length, 0)
  return Math.max(asked, options.rules.timers.length * launches * LONGEST_FIRST_LAUNCH_SECONDS)
}
