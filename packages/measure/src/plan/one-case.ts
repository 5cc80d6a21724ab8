import type { DialectName } from '@steelyard/dialects/dialect-name'
import type { Workspace } from '../launch/workspace.ts'
import type { NamedTarget } from '../targets/targets.ts'
import { type SuiteWord, select, suiteLabel } from './catalog.ts'
import { type LoadedSuite, loadSuite } from './load-suite.ts'
import { type ContenderPlan, planSuite, type SuitePlan } from './plan.ts'
import { lacking, plannedTarget } from './prepare-run.ts'
import type { RunSelection } from './run-options.ts'
import { UsageError } from './usage-error.ts'

/** What a command asks for that is about one case with one value of each parameter. */
export interface OneCaseChoice extends Pick<RunSelection, 'cases' | 'params'> {
  /** `suite/case`, a suite file, or one expression. */
  readonly suite: SuiteWord
  /** What a benchmark file of others is written in; absent for what it uses. */
  readonly dialect?: DialectName | null
}

export interface OneCase extends Pick<ContenderPlan, 'caseId' | 'params'> {
  readonly loaded: LoadedSuite
  /** The plan of this case on each target. */
  readonly plan: SuitePlan
}

/** Loads the suite of a case and plans it on targets; UsageError for what is unknown, or for more than one case. */
export async function loadOneCase(
  { suite, cases, params, dialect = null }: OneCaseChoice,
  targets: readonly NamedTarget[],
  workspace: Workspace,
): Promise<OneCase> {
  const [selection, another] = select(suite)
  if (!selection) throw new Error('a word names at least one suite')
  const label = suiteLabel(suite)
  if (another) throw tooMany(label, 'they are many cases')
  const loaded = await loadSuite(selection.file, selection.label, workspace, { dialect, targets })
  if (selection.caseId !== null && cases.length > 0) {
    throw new UsageError(`Cannot choose cases twice: by ${label} and by --case. Use one of them.`)
  }
  const plan = planSuite(
    loaded.description,
    { cases: selection.caseId === null ? cases : [selection.caseId], params, by: 'targets', control: false },
    lacking(targets.map(plannedTarget), loaded),
  )
  const [first] = plan.contenders
  if (!first) throw new Error('a plan has a contender')
  const other = plan.contenders.find(one => one.caseId !== first.caseId)
  if (other) throw tooMany(label, `there are ${first.caseId} and ${other.caseId}`)
  const [values, otherValues] = new Set(plan.contenders.map(one => JSON.stringify(one.params)))
  if (otherValues !== undefined) {
    throw new UsageError(
      `Cannot take ${label} as one case: of its parameters there are ${values} and ${otherValues}. Choose one value of each with --param.`,
    )
  }
  return { loaded, plan, caseId: first.caseId, params: first.params }
}

function tooMany(suite: string, what: string): UsageError {
  return new UsageError(
    `Cannot take ${suite} as one case: ${what}. Name one, as suite/case, or with --case for a suite file.`,
  )
}
