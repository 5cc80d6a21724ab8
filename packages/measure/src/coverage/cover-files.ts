import { availableParallelism } from 'node:os'
import { isBenchmark, recognise } from '@steelyard/dialects'
import type { DialectName } from '@steelyard/dialects/dialect-name'
import { type ContenderProcess, LaunchError } from '@steelyard/launcher'
import { AdoptedAnswers } from '../launch/adopted-answers.ts'
import type { Workspace } from '../launch/workspace.ts'
import type { Selection } from '../plan/catalog.ts'
import { LOAD_LIMITS, type LoadedSuite, loadSuite } from '../plan/load-suite.ts'
import type { ContenderPlan } from '../plan/plan.ts'
import { unsupportedFor } from '../plan/unsupported.ts'
import { UsageError } from '../plan/usage-error.ts'
import { type NamedTarget, sharedCompatibilityDate } from '../targets/targets.ts'
import type { CoverageReason, CoveredCase, CoveredFile } from './coverage.ts'
import { reasonOfGap, reasonOfLoss, reasonOfProblem } from './reason-of.ts'

export interface CoverTask {
  readonly selections: readonly Selection[]
  readonly dialect: DialectName | null
  readonly targets: readonly NamedTarget[]
  readonly workspace: Workspace
  readonly signal: AbortSignal
  /** Called after each file with how many are done. */
  readonly onProgress: (done: number) => void
}

/** All cases of a file together, on one target. */
const LONGEST_FILE_MS = 60_000

/**
 * Asks every file on every target what it registers, and calls each of its cases once there. Files are covered side by
 * side on all cores, since nothing is timed. Returns null for a script of no known dialect, fewer when the signal came.
 */
export async function coverFiles(task: CoverTask): Promise<(CoveredFile | null)[]> {
  const { selections, signal, onProgress } = task
  const covered: (CoveredFile | null)[] = []
  const left = selections.entries()
  let done = 0
  const work = async () => {
    for (const [index, selection] of left) {
      if (signal.aborted) return
      covered[index] = await coverFile(selection, task)
      onProgress(++done)
    }
  }
  await Promise.all(Array.from({ length: availableParallelism() }, work))
  return covered
}

async function coverFile(selection: Selection, task: CoverTask): Promise<CoveredFile | null> {
  const { file, label, isFound } = selection
  const { dialect, targets, workspace } = task
  if (typeof file !== 'string') throw new TypeError('expressions are no files')
  if (isFound && !(await isBenchmark(file, dialect))) return null
  try {
    const loaded = await loadSuite(file, label, workspace, { dialect, targets })
    const { adopted } = loaded.description
    const cases = await coverCases(loaded, task)
    return { file: label, dialect: adopted?.dialect ?? 'steelyard', problem: null, cases }
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    const found = await recognise(file, dialect).catch(() => null)
    const title = found?.dialect.title ?? null
    return { file: label, dialect: title, problem: reasonOfProblem(error.message), cases: [] }
  }
}

async function coverCases(loaded: LoadedSuite, task: CoverTask): Promise<CoveredCase[]> {
  const { targets } = task
  const { description } = loaded
  const { cases, adopted } = description
  const answers = new AdoptedAnswers(targets.map(({ id }) => id))
  const reasons = await Promise.all(targets.map((_, target) => callAll(loaded, target, answers, task)))
  return cases.map(id => {
    const contenders = targets.map((_, target) => contenderOf(loaded, id, target))
    const found = contenders.map((contender, target): CoverageReason | null => {
      const reason = reasons[target]?.get(id) ?? null
      const differs = reason === null && adopted !== undefined && answers.fault(contender) !== null
      return differs
        ? { fault: 'answers differently', text: 'it gives another answer than elsewhere' }
        : reason
    })
    const [first] = contenders
    const combinations = valuesOf(loaded, id).reduce((product, [, values]) => product * values.length, 1)
    const isUnverified =
      first !== undefined && answers.warnings(first).some(({ code }) => code === 'unverified')
    return {
      id,
      title: adopted?.titles[id] ?? id,
      configurations: combinations - (adopted?.leftOut?.[id]?.length ?? 0),
      reasons: found,
      isUnverified,
    }
  })
}

/** Returns why cases of a file do not run on a target, by their ids. */
async function callAll(loaded: LoadedSuite, target: number, answers: AdoptedAnswers, task: CoverTask) {
  const reasons = new Map<string, CoverageReason>()
  const untilMs = performance.now() + LONGEST_FILE_MS
  let process: ContenderProcess | null = null
  const release = async () => {
    await process?.kill()
    process = null
  }
  const call = async (id: string) => {
    const contender = contenderOf(loaded, id, target)
    process ??= await started(loaded, target, task)
    const { caseId, params } = contender
    const { reply } = await process.exchange({ type: 'prepare', caseId, params, expectedDigest: null })
    answers.check(contender, reply)
  }
  try {
    for (const id of loaded.description.cases) {
      if (task.signal.aborted) break
      const gap = gapOf(loaded, id, target, task)
      if (gap !== null) reasons.set(id, reasonOfGap(gap))
      else if (loaded.description.server) {
        reasons.set(id, { fault: 'is not tried', text: 'it is a server, which a call does not try' })
      } else if (performance.now() > untilMs) {
        reasons.set(id, { fault: 'is not tried', text: 'the cases before it take more than 60 s' })
      } else {
        const isAlone = process === null
        await call(id).catch(async error => {
          await release()
          // What earlier cases left behind is no fault of this one.
          const isOwn = isAlone || !(error instanceof LaunchError) || error.failure === 'timeout'
          await (isOwn ? Promise.reject(error) : call(id)).catch(async again => {
            if (!(again instanceof LaunchError)) throw again
            reasons.set(id, reasonOfLoss(again))
            await release()
          })
        })
      }
    }
    return reasons
  } finally {
    await release()
  }
}

async function started({ bundle }: LoadedSuite, index: number, { targets, workspace }: CoverTask) {
  const target = targets[index]?.target
  if (target === undefined) throw new RangeError(`no target ${index}`)
  const options = { core: null, compatibilityDate: sharedCompatibilityDate(targets), limits: LOAD_LIMITS }
  await using starting = new AsyncDisposableStack()
  const process = starting.use(await workspace.launch(target, bundle, options))
  await process.exchange({ type: 'load' })
  starting.move()
  return process
}

function gapOf({ missing, description }: LoadedSuite, id: string, index: number, { targets }: CoverTask) {
  const target = targets[index]?.target
  const gaps = description.unsupported[id]
  const declared = target && gaps ? unsupportedFor(gaps, target.runner.name, target.version) : null
  return declared ?? missing?.[index]?.get(id) ?? null
}

function contenderOf(loaded: LoadedSuite, caseId: string, target: number): ContenderPlan {
  const params = Object.fromEntries(valuesOf(loaded, caseId).map(([name, [first = '']]) => [name, first]))
  return { caseId, params, target }
}

/** Returns the parameters of a case with their values, of which the first is the default. */
function valuesOf({ description: { params, adopted } }: LoadedSuite, id: string) {
  const own = adopted?.paramsOf[id] ?? Object.keys(params)
  return own.map(name => [name, params[name] ?? ['']] as const)
}
