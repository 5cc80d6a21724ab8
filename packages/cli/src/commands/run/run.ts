import { compared, foundBy, recordOf } from '@steelyard/analysis'
import type { SuiteDescription } from '@steelyard/harness/protocol'
import { allowedCores, buildFactsOf, cacheFolder, killAll, moveProcess } from '@steelyard/launcher'
import type { LaunchContext, NamedSuite, RunOptions, SideLaunches } from '@steelyard/measure'
import {
  askedTargets,
  checkPrepared,
  companionsOf,
  inspectMachine,
  isEvidence,
  loadSuite,
  measureServers,
  measureStarts,
  measureSuite,
  type PlannedSuite,
  type PlannedTarget,
  type Preparation,
  planSuite,
  preflight,
  QUICK_LAUNCHES,
  ReferenceOutputs,
  resolveTargets,
  type Selection,
  select,
  sharedCompatibilityDate,
  suiteSeconds,
  traceCode,
  UsageError,
  Workspace,
  wantedLaunches,
  withWarning,
} from '@steelyard/measure'
import { type RunRecord, readCalibration, type TargetRecord } from '@steelyard/record'
import type { Stopping } from '@steelyard/schedule'
import { createRandom } from '@steelyard/stats'
import { fetchEvents } from '../../output/fetch-events.ts'
import { earlyEndOf } from '../../process/early-end.ts'
import { startWatchdog } from '../../process/watchdog.ts'
import { steelyardVersion } from '../../version.ts'

/** What a run tells while it goes on. */
export interface RunEvents {
  prepared(preparation: Preparation): void
  progress(suite: string, progress: Parameters<Parameters<typeof measureSuite>[0]['onProgress']>[0]): void
}

/** The budget is shared out so that every group gets one more than it needs. */
const SPARE_LAUNCHES = 1
const MAXIMUM_LAUNCHES = 100

/** A suite that was measured, and what launches of it need. */
interface MeasuredRun {
  readonly suite: NamedSuite
  readonly context: LaunchContext
}

/** What was measured, and where the time went. */
export interface RunOutcome {
  readonly record: RunRecord
  readonly suites: readonly NamedSuite[]
}

/**
 * Runs what was asked for and returns its record, a partial one when the signal came.
 *
 * @returns null for a dry run, or when the signal came before anything was measured
 * @throws UsageError when the request cannot be carried out; nothing was timed then
 */
export async function run(
  command: readonly string[],
  options: RunOptions,
  signal: AbortSignal,
  events: RunEvents,
): Promise<RunOutcome | null> {
  const beginning = { startedAt: new Date().toISOString(), steelyard: steelyardVersion() }
  return inWorkspace(signal, async workspace => {
    const preparation = await prepare(options, workspace, signal)
    if (preparation === null) return null
    events.prepared(preparation)
    if (options.dryRun) return null
    using watchdog = startWatchdog(signal, plannedSeconds(preparation, options), options.graceSeconds)
    const measuredSuites = await measureAll(preparation, options, workspace, watchdog.signal, events)
    const suites = measuredSuites.map(({ suite }) => suite)
    if (
      suites.every(({ measured }) => measured.contenders.every(({ launches }) => launches.length === 0)) &&
      signal.aborted
    ) {
      return null
    }
    const forEvidence = isEvidence(options.compare) && !watchdog.signal.aborted
    if (forEvidence) {
      const comparisons = compared(suites, preparation.calibration, options, null)
      for (const { suite, context } of measuredSuites) {
        if (context.suite.description.server === null)
          await traceCode(suite, comparisons, context, watchdog.signal)
      }
    }
    const builds = forEvidence ? await buildsOf(preparation, workspace) : []
    // Asked once, last of all: a record that says partial has no verdict.
    const earlyEnd = earlyEndOf(watchdog.signal)
    const comparisons = compared(suites, preparation.calibration, options, earlyEnd)
    const record = recordOf(
      command,
      options,
      withWarning(preparation, watchdog.warning()),
      { ...foundBy(suites, comparisons, options), builds },
      { ...beginning, earlyEnd },
    )
    return { record, suites }
  })
}

/** Returns how long all suites may take together. */
function plannedSeconds({ suites }: Preparation, options: RunOptions): number {
  return suites.reduce((sum, { loaded: { description }, plan }) => {
    return sum + stoppingOf(options, suiteSeconds(plan, description, options)).timeNs / 1e9
  }, 0)
}

/** Does something with a workshop of its own; null when it failed because the signal came. */
export async function inWorkspace<T>(
  signal: AbortSignal,
  work: (workspace: Workspace) => Promise<T | null>,
): Promise<T | null> {
  const cores = allowedCores()
  const workspace = await Workspace.open()
  const onAbort = () => void killAll()
  signal.addEventListener('abort', onAbort)
  try {
    return await work(workspace)
  } catch (error) {
    // A process that an interruption killed is nobody's mistake.
    if (signal.aborted) return null
    throw error
  } finally {
    signal.removeEventListener('abort', onAbort)
    await killAll()
    // The host was moved about; whoever runs again in this process must find the machine as it was.
    await moveProcess(process.pid, cores)
    await workspace.close()
  }
}

/** Finds the targets, loads and plans the suites, and looks at the machine; null when the signal came. */
export async function prepare(
  options: RunOptions,
  workspace: Workspace,
  signal: AbortSignal,
): Promise<Preparation | null> {
  const selections = options.suites.flatMap(select)
  const variants = askedTargets(options)
  const texts = variants.map(({ text }) => text)
  const targets = await resolveTargets(texts, workspace.directory, fetchEvents(signal))
  const planned = targets.map(({ id, target }, index) => ({
    id,
    runtime: target.runner.name,
    version: target.version,
    row: variants[index]?.row ?? 0,
  }))
  const suites = await planSuites(selections, options, planned, workspace, signal)
  if (suites === null) return null
  const machine = await inspectMachine(options.affinity)
  if (options.metric === 'cpu' && process.platform !== 'linux') {
    throw new UsageError(
      `Cannot judge by CPU time: it cannot be read on ${process.platform}. Use --metric wall.`,
    )
  }
  const facts = await preflight(
    targets.map(({ target }) => target),
    workspace,
    machine.cores[0] ?? null,
    sharedCompatibilityDate(targets),
  )
  const calibration = await readCalibration(cacheFolder('visits'), machine.environment)
  return signal.aborted ? null : { targets, facts, machine, calibration, suites }
}

/**
 * Loads suites, each in a pinned Node of its own, and plans them; null when the signal came.
 *
 * @throws UsageError for a suite that cannot be loaded, or for cases, parameters or options that it does not have
 */
export async function planSuites(
  selections: readonly Selection[],
  options: RunOptions,
  targets: readonly PlannedTarget[],
  workspace: Workspace,
  signal: AbortSignal,
): Promise<PlannedSuite[] | null> {
  const [loader] = await resolveTargets(['node'], workspace.directory)
  const suites: PlannedSuite[] = []
  for (const { file, label, caseId, isNamed } of selections) {
    if (signal.aborted || !loader) return null
    const loaded = await loadSuite(file, label, workspace, loader.target)
    // They take the whole machine, some of them minutes of preparation: they are asked for by name.
    if (loaded.description.server !== null && !isNamed) continue
    if (caseId !== null && options.cases.length > 0) {
      throw new UsageError(`Cannot choose cases twice: by ${label}/${caseId} and by --case. Use one of them.`)
    }
    const cases = caseId === null ? options.cases : [caseId]
    if (loaded.description.server !== null) checkServers(label, options)
    const companions = options.compare === null ? [] : companionsOf(options.compare)
    const plan = planSuite(loaded.description, { ...options, cases, companions }, targets)
    if (!options.dryRun) await checkPrepared(loaded, plan, label)
    suites.push({ loaded, plan })
  }
  checkDistinct(suites)
  return suites
}

/** What is asked of functions alone. */
function checkServers(label: string, { memory, timers }: RunOptions): void {
  const [what, option] = memory
    ? ['look at the memory of', '--memory']
    : timers.some(timer => timer !== 'steelyard')
      ? ['have another timer time', '--timer']
      : []
  if (what === undefined) return
  throw new UsageError(
    `Cannot ${what} the servers of ${label}: only functions have that. Leave ${option} out.`,
  )
}

/** Two suites of one name could not be told apart in the record. */
function checkDistinct(suites: readonly PlannedSuite[]): void {
  const names = suites.map(({ loaded }) => loaded.description.name)
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined)
    throw new UsageError(
      `Cannot run the suite ${twice} twice in one command. Name it once, and choose cases with --case.`,
    )
}

async function measureAll(
  preparation: Preparation,
  options: RunOptions,
  workspace: Workspace,
  signal: AbortSignal,
  events: RunEvents,
): Promise<MeasuredRun[]> {
  const random = createRandom(options.seed)
  const { targets, machine } = preparation
  const measuredSuites: MeasuredRun[] = []
  for (const { loaded, plan } of preparation.suites) {
    if (signal.aborted) break
    const { name } = loaded.description
    const targetIds = targets.map(({ id }) => id)
    const context: LaunchContext = {
      suite: loaded,
      targets: targets.map(({ target }) => target),
      targetIds,
      workspace,
      cores: machine.cores,
      compatibilityDate: sharedCompatibilityDate(targets),
      answers: new ReferenceOutputs(),
      random,
    }
    const measured = await measurerOf(loaded.description)({
      plan,
      context,
      metric: options.metric,
      seed: options.seed,
      stopping: stoppingOf(options, suiteSeconds(plan, loaded.description, options)),
      launches: wantedLaunches(options) + (options.quick ? 0 : SPARE_LAUNCHES),
      batchFactors: options.batchFactors,
      timedSeconds: options.timedSeconds,
      traced: !options.quick && options.stopping === undefined,
      sideLaunches: besidesOf(loaded.description, options),
      signal,
      onProgress: progress => events.progress(name, progress),
    })
    measuredSuites.push({ suite: { name, plan, measured, targetIds }, context })
  }
  return measuredSuites
}

function measurerOf({ server }: SuiteDescription): typeof measureSuite {
  if (server === null) return measureSuite
  return server.measure === 'start' ? measureStarts : measureServers
}

/** A budget asked of a suite that marks no case is asked of all of them. */
function besidesOf({ memory, perCall, cases }: SuiteDescription, options: RunOptions): SideLaunches {
  const { budgetNs, stopping } = options
  // Where the caller says when to stop, nothing but times is wanted.
  if (stopping !== undefined) return { memory: false, perCall: [], budgetNs: null }
  const isAsked = budgetNs !== null && perCall.length === 0
  return { memory: options.memory || memory, perCall: isAsked ? cases : perCall, budgetNs }
}

function stoppingOf(options: RunOptions, timeSeconds: number): Stopping {
  const { quick, precision, stopping } = options
  return {
    minimumLaunches: wantedLaunches(options),
    maximumLaunches: quick ? QUICK_LAUNCHES : MAXIMUM_LAUNCHES,
    precision,
    timeNs: timeSeconds * 1e9,
    ...stopping,
  }
}

async function buildsOf({ targets }: Preparation, workspace: Workspace): Promise<TargetRecord['build'][]> {
  const home = await workspace.newFolder()
  return Promise.all(targets.map(({ target }) => buildFactsOf(target, home)))
}
