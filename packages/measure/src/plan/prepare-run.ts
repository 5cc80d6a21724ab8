import { basename, matchesGlob } from 'node:path'
import { isBenchmark } from '@steelyard/dialects'
import type { SuiteDescription } from '@steelyard/harness/protocol'
import { cacheFolder, confinementFault, type ResolveEvents } from '@steelyard/launcher'
import { type EnvironmentWarning, readCalibration } from '@steelyard/record'
import { isShell } from '@steelyard/runners'
import { asksForNetwork } from '../launch/prepare.ts'
import type { Workspace } from '../launch/workspace.ts'
import { checkTimers, otherTimers } from '../other-timers/check-timers.ts'
import { checkPrepared } from '../servers/prepared-apps.ts'
import { suiteCodeSha256 } from '../servers/server-code.ts'
import { inspectMachine } from '../targets/machine.ts'
import { preflight } from '../targets/preflight.ts'
import { askedTargets, type NamedTarget, resolveTargets } from '../targets/targets.ts'
import { noBenchmarks, type Selection, select } from './catalog.ts'
import { companionsOf } from './compare-plan.ts'
import { type LoadedSuite, loadSuite } from './load-suite.ts'
import { type Choice, type PlannedTarget, planSuite } from './plan.ts'
import { type PlannedSuite, type Preparation, withWarning } from './preparation.ts'
import type { RunOptions } from './run-options.ts'
import { hasTag, unknownTag } from './tags.ts'
import { UsageError } from './usage-error.ts'

/**
 * Finds the targets, loads and plans the suites, and inspects the machine; null when the signal came. With `isPlanOnly`
 * nothing will be measured, so that apps of servers need not be there.
 */
export async function prepareRun(
  options: RunOptions,
  workspace: Workspace,
  signal: AbortSignal,
  events: ResolveEvents,
  isPlanOnly = false,
): Promise<Preparation | null> {
  const { selection, rules } = options
  const selections = selection.suites.flatMap(select)
  const variants = askedTargets(selection)
  const texts = variants.map(({ text }) => text)
  const targets = await resolveTargets(texts, workspace.directory, events)
  const planned = targets.map((target, index) => ({
    ...plannedTarget(target),
    row: variants[index]?.row ?? 0,
  }))
  if (rules.confine) await confine(workspace, targets)
  const problems: string[] = []
  const suites = await planSuites(selections, options, planned, workspace, signal, {
    targets,
    needsApps: !isPlanOnly,
    onProblem: problem => problems.push(problem),
  })
  if (suites === null) return null
  checkTimers(rules.timers, targets)
  const machine = await inspectMachine(rules.affinity)
  if (rules.metric === 'cpu' && process.platform !== 'linux') {
    throw new UsageError(
      `Cannot judge by CPU time: it cannot be read on ${process.platform}. Use --metric wall.`,
    )
  }
  const facts = await preflight(targets, workspace, machine.cores[0] ?? null)
  const calibration = await readCalibration(cacheFolder('visits'), machine.environment)
  const preparation = { targets, facts, machine, calibration, suites, problems }
  return signal.aborted ? null : withWarning(preparation, rules.confine ? confinedWarning(suites) : null)
}

/** Throws UsageError where the machine cannot confine contenders. */
async function confine(workspace: Workspace, targets: readonly NamedTarget[]): Promise<void> {
  const others = targets.filter(({ target }) => target.runner.name !== 'workerd')
  const fault = others.length === 0 ? null : await confinementFault(await workspace.newFolder())
  if (fault !== null) {
    throw new UsageError(
      `Cannot confine ${others[0]?.id}: this machine gives it no namespaces of its own (${fault}). Use Linux with user namespaces, or leave --confine out.`,
    )
  }
  workspace.isConfined = true
}

/** The record says what was confined. */
function confinedWarning(suites: readonly PlannedSuite[]): EnvironmentWarning {
  const open = suites.filter(({ loaded }) => asksForNetwork(loaded.description))
  return { code: 'confined', suitesWithNetwork: open.map(({ loaded }) => loaded.description.name).join(', ') }
}

/** How benchmark files of others are loaded. */
export interface LoadingOptions {
  /** The targets of the plan, where the files register their cases; none for the pinned Node alone. */
  readonly targets?: readonly NamedTarget[]
  /** Whether apps of servers must be there. */
  readonly needsApps?: boolean
  /** Hears why one of several files cannot be loaded; without it the first such file ends the run. */
  readonly onProblem?: (problem: string) => void
}

/**
 * Loads suites, each in a pinned Node of its own, and plans them; null when the signal came. UsageError for a suite that
 * cannot be loaded, or for cases, parameters or options that it does not have.
 */
export async function planSuites(
  selections: readonly Selection[],
  { selection, rules, time, probes }: RunOptions,
  targets: readonly PlannedTarget[],
  workspace: Workspace,
  signal: AbortSignal,
  { targets: resolved = [], needsApps = false, onProblem }: LoadingOptions = {},
): Promise<PlannedSuite[] | null> {
  await workspace.loader()
  const suites: PlannedSuite[] = []
  const problems: UsageError[] = []
  const files: SuiteDescription[] = []
  const leftOut: SuiteDescription[] = []
  // One of several files does not keep the others from being measured.
  const tell = (error: unknown): null => {
    if (!(error instanceof UsageError) || !onProblem || selections.length === 1) throw error
    problems.push(error)
    onProblem(error.message)
    return null
  }
  for (const { file, label, caseId, isNamed, isFound } of selections) {
    if (signal.aborted) return null
    const { dialect } = selection
    if (isFound && typeof file === 'string' && !(await isBenchmark(file, dialect))) continue
    const names = new Set(suites.map(one => one.loaded.description.name))
    const adopting = { dialect, targets: resolved, names }
    const loaded = await loadSuite(file, label, workspace, adopting).catch(tell)
    if (loaded === null) continue
    // Suites of servers take the whole machine, some of them minutes of preparation: they are asked for by name.
    if (loaded.description.server !== null && !isNamed) continue
    if (caseId !== null && selection.cases.length > 0) {
      throw new UsageError(`Cannot choose cases twice: by ${label}/${caseId} and by --case. Use one of them.`)
    }
    const cases = caseId === null ? selection.cases : [caseId]
    if (!hasTag(loaded.description, selection.tags)) {
      leftOut.push(loaded.description)
      continue
    }
    checkServer(label, loaded.description.server, { rules, time, probes })
    const companions = selection.compare === null ? [] : companionsOf(selection.compare)
    // Another timer times each contender alone: targets are compared without groups.
    const across = otherTimers(rules.timers).length === 0
    const those = { ...selection, ...rules, cases, companions, across }
    const isOneOfMany = selections.length > 1 && (isFound || loaded.description.adopted !== undefined)
    if (isOneOfMany) files.push(loaded.description)
    const choice = isOneOfMany ? ownChoice(those, loaded.description) : those
    if (choice === null) continue
    const planned = async () => planSuite(loaded.description, choice, lacking(targets, loaded))
    const plan = await planned().catch(tell)
    if (plan === null) continue
    if (needsApps) await checkPrepared(loaded, plan, label)
    suites.push({ loaded, plan, codeSha256: await suiteCodeSha256(loaded, workspace) })
  }
  if (suites.length === 0 && problems[0]) throw problems[0]
  if (suites.length === 0 && leftOut.length > 0) throw unknownTag(leftOut, selection.tags)
  checkAsked(selection, files)
  if (suites.length === 0 && selections.some(({ isFound }) => isFound)) throw noBenchmarks(selections)
  checkDistinct(suites)
  return suites
}

/** Returns what is asked of one of several files, as far as it has it; null where it has none of the cases. */
function ownChoice<Own extends Pick<Choice, 'cases' | 'params'>>(choice: Own, description: SuiteDescription) {
  const cases = choice.cases.filter(glob => hasCase(description, glob))
  if (choice.cases.length > 0 && cases.length === 0) return null
  return { ...choice, cases, params: choice.params.filter(word => hasParam(description, word)) }
}

function hasCase({ cases }: SuiteDescription, glob: string): boolean {
  return cases.some(id => matchesGlob(id, glob))
}

function hasParam({ params }: SuiteDescription, word: string): boolean {
  return Object.hasOwn(params, word.split('=', 1)[0] ?? '')
}

/** Throws UsageError for a case or a parameter that none of several files has. */
function checkAsked({ cases, params }: RunOptions['selection'], files: readonly SuiteDescription[]): void {
  if (files.length === 0) return
  const glob = cases.find(one => !files.some(file => hasCase(file, one)))
  if (glob !== undefined) throw new UsageError(`Cannot find the case '${glob}' in any of the files.`)
  const word = params.find(one => !files.some(file => hasParam(file, one)))
  if (word !== undefined)
    throw new UsageError(`Cannot set the parameter '${word.split('=', 1)[0]}': none of the files has it.`)
}

export function plannedTarget({ target }: NamedTarget): PlannedTarget {
  return { runtime: target.runner.name, version: target.version }
}

/** Returns the targets with what they lack of a suite. */
export function lacking(
  targets: readonly PlannedTarget[],
  { missing, description }: LoadedSuite,
): PlannedTarget[] {
  return targets.map((target, index) => {
    const lacks = missing?.[index] ?? withoutServer(target, description)
    return lacks === undefined ? target : { ...target, missing: lacks }
  })
}

/** The shell of an engine serves nothing. */
function withoutServer({ runtime }: PlannedTarget, { server, cases }: SuiteDescription) {
  if (server === null || !isShell(runtime)) return undefined
  return new Map(cases.map(id => [id, `${runtime} is a shell of an engine, and has no HTTP server`]))
}

/** Side launches that only functions have. */
const OF_FUNCTIONS = ['memory', 'usage', 'tiers', 'allocations', 'profile'] as const

/** Throws UsageError for what is asked of a suite of servers that only other suites have. */
function checkServer(
  label: string,
  server: SuiteDescription['server'],
  { rules, time, probes }: Omit<RunOptions, 'selection'>,
) {
  if (server === null) return
  const refuse = (option: string, cases: string, others: string) => {
    throw new UsageError(
      `Cannot use --${option} with ${label}: its cases are ${cases}, and --${option} is for ${others}. Leave it out.`,
    )
  }
  const ofRules = otherTimers(rules.timers).length > 0 ? 'timer' : rules.confine ? 'confine' : undefined
  const ofTime = time.windowSeconds === null ? undefined : 'window'
  const name = ofRules ?? ofTime ?? OF_FUNCTIONS.find(probe => probes[probe])
  if (name !== undefined) refuse(name, 'servers', 'functions')
  if (server.measure === 'start' && probes.budgetMs !== null) refuse('budget', 'starts', 'calls and requests')
}

/** Two suites of one name would be one in the record. */
function checkDistinct(suites: readonly PlannedSuite[]): void {
  const byName = new Map<string, string>()
  for (const { loaded } of suites) {
    const { file, description } = loaded
    const other = byName.get(description.name)
    byName.set(description.name, file)
    if (other === undefined) continue
    const advice =
      other === file
        ? 'Name it once, and choose cases with --case.'
        : `Two files name theirs so: ${basename(other)} and ${basename(file)}. Rename one.`
    throw new UsageError(`Cannot run the suite ${description.name} twice in one command. ${advice}`)
  }
}
