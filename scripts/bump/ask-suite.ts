import { LaunchError } from '../../packages/launcher/src/index.ts'
import { LoadError, startLoad } from '../../packages/load/src/index.ts'
import type { LaunchContext } from '../../packages/measure/src/launch/launch-context.ts'
import { prepare } from '../../packages/measure/src/launch/prepare.ts'
import { ReferenceOutputs } from '../../packages/measure/src/launch/reference-outputs.ts'
import type { Workspace } from '../../packages/measure/src/launch/workspace.ts'
import { loadSuite } from '../../packages/measure/src/plan/load-suite.ts'
import type { ContenderPlan } from '../../packages/measure/src/plan/plan.ts'
import { unsupportedFor } from '../../packages/measure/src/plan/unsupported.ts'
import { UsageError } from '../../packages/measure/src/plan/usage-error.ts'
import { startReady } from '../../packages/measure/src/servers/launch-servers.ts'
import { resolveTargets, sharedCompatibilityDate } from '../../packages/measure/src/targets/targets.ts'
import { createRandom } from '../../packages/stats/src/index.ts'

/** What a case, or a timer, does on the real binary of a runtime, and what is declared of it. */
export interface GapOutcome {
  /** `suite/case`, or `timer <name>`. */
  readonly subject: string
  readonly runtime: string
  readonly version: string
  /** Why it is declared impossible on this version; null when it is declared possible. */
  readonly declared: string | null
  /** How it fails; null when it works. */
  readonly failure: string | null
}

/** The parts of a launch that all suites share. */
export type Launching = Omit<LaunchContext, 'suite' | 'referenceOutputs'>

/** Returns what launches on some targets share that no core is kept for. */
export async function launchingOn(names: readonly string[], workspace: Workspace): Promise<Launching> {
  const targets = await resolveTargets(names, workspace.directory)
  return {
    targets: targets.map(({ target }) => target),
    targetIds: targets.map(({ id }) => id),
    workspace,
    cores: [],
    compatibilityDate: sharedCompatibilityDate(targets),
    random: createRandom(1),
  }
}

/**
 * Runs every case of a suite once on every target, and checks the outputs; nothing is timed. Apps that only
 * `bench prepare` or a function of the suite makes are left out.
 */
export async function askSuite(
  name: string,
  file: string,
  launching: Launching,
): Promise<readonly GapOutcome[]> {
  const context = await contextOf(name, file, launching)
  if (context instanceof UsageError) return [unreadable(name, context.message, launching)]
  const answers: GapOutcome[] = []
  for (const one of inOrder(membersOf(context))) {
    const { runner, version } = targetOf(one.plan, context)
    const failure = await failureUnless(one.declared, () => attempt(one.plan, context))
    const subject = `${name}/${one.plan.caseId}`
    answers.push({ subject, runtime: runner.name, version, declared: one.declared, failure })
  }
  return answers
}

/** Returns what launches of a suite file need. */
export async function contextOf(
  name: string,
  file: string,
  launching: Launching,
): Promise<LaunchContext | UsageError> {
  const [node] = launching.targets
  if (!node) throw new RangeError('no target')
  try {
    const suite = await loadSuite(file, name, launching.workspace, node)
    return { ...launching, suite, referenceOutputs: new ReferenceOutputs() }
  } catch (error) {
    if (error instanceof UsageError) return error
    throw error
  }
}

interface Member {
  readonly plan: ContenderPlan
  readonly declared: string | null
}

function membersOf({ suite: { description }, targets }: LaunchContext): readonly Member[] {
  const { cases, params: choices, unsupported, server } = description
  const params = Object.fromEntries(
    Object.entries(choices).flatMap(([name, [value]]) => (value === undefined ? [] : [[name, value]])),
  )
  const able = cases.filter(caseId => server === null || 'module' in (server.apps[caseId] ?? {}))
  return able.flatMap(caseId =>
    targets.map(({ runner, version }, target) => ({
      plan: { caseId, params, target },
      declared: unsupportedFor(unsupported[caseId] ?? {}, runner.name, version),
    })),
  )
}

/** Declared gaps last: their outputs may be wrong, and later outputs are compared with the first ones. */
function inOrder(members: readonly Member[]): readonly Member[] {
  return members.toSorted((a, b) => Number(a.declared !== null) - Number(b.declared !== null))
}

async function attempt(plan: ContenderPlan, context: LaunchContext): Promise<void> {
  if (context.suite.description.server !== null) return attemptServer(plan, context)
  const { process } = await prepare(plan, context, { core: null })
  await process.kill()
}

async function attemptServer(plan: ContenderPlan, context: LaunchContext): Promise<void> {
  const load = await startLoad({ core: null, directory: await context.workspace.newFolder() })
  try {
    const { process } = await startReady(plan, { core: null, loadCore: null, load }, context)
    await process.kill()
  } finally {
    await load.stop()
  }
}

/**
 * Returns what a runtime failed with, in one line; null when the work was done. What is declared possible may fail once, since
 * a loaded machine makes a start too slow.
 */
export async function failureUnless(
  declared: string | null,
  work: () => Promise<unknown>,
): Promise<string | null> {
  const failure = await failureOf(work)
  return failure === null || declared !== null ? failure : failureOf(work)
}

async function failureOf(work: () => Promise<unknown>): Promise<string | null> {
  try {
    await work()
    return null
  } catch (error) {
    if (!(error instanceof LaunchError || error instanceof LoadError)) throw error
    return error.message.split('\n')[0] ?? ''
  }
}

/** A suite that Node cannot even read. */
function unreadable(subject: string, failure: string, { targets }: Launching): GapOutcome {
  const { runner, version } = targets[0] ?? {}
  return { subject, runtime: runner?.name ?? '', version: version ?? '', declared: null, failure }
}

function targetOf({ target }: ContenderPlan, { targets }: LaunchContext) {
  const found = targets[target]
  if (!found) throw new RangeError(`no target ${target}`)
  return found
}
