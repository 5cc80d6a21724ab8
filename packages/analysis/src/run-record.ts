import {
  type BuildRecord,
  type ComparePlan,
  type NamedTarget,
  type PlannedSuite,
  type Preparation,
  type RunOptions,
  sharedCompatibilityDate,
  targetRecord,
  wantedLooks,
} from '@steelyard/measure'
import {
  BLANK_RECORD,
  BLANK_SUITE,
  type CalibrationRecord,
  type ComparedRecord,
  type ComparisonRecord,
  type ComparisonWarning,
  type DoctorRecord,
  profileFolder,
  programSha256,
  type RunRecord,
  SCHEMA,
  type SuiteRecord,
  type TargetRecord,
  warningRecord,
} from '@steelyard/record'
import type { EarlyEnd } from '@steelyard/stats'
import { profilesIn } from './causes/profiles.ts'
import type { Findings } from './findings.ts'

/**
 * Number of the way in which figures are measured and estimated: history joins no records of two. Raise it where the test of
 * committed records comes to other figures, and where warm-up, order or the lengths of batches change.
 */
export const ESTIMATOR = 4

export interface Circumstances extends Pick<RunRecord, 'id' | 'startedAt'> {
  readonly steelyard: Omit<RunRecord['steelyard'], 'estimator'>
  readonly earlyEnd: EarlyEnd | null
  /** How many of the suites were begun. */
  readonly suiteCount: number
  /** How each target was built; empty where that was not asked. */
  readonly builds: readonly BuildRecord[]
}

/** Returns the record of a run, checked when it is written. */
export function recordOf(
  command: readonly string[],
  { selection, rules }: RunOptions,
  { targets, facts, machine, calibration, suites }: Preparation,
  { channels, comparisons, profiles, ...findings }: Findings,
  { id, startedAt, steelyard, earlyEnd, suiteCount, builds }: Circumstances,
): RunRecord {
  const records = targets.map((target, index) => {
    const targetFacts = facts[index] ?? { hardwareConcurrency: null, clockResolutionNs: 0, warnings: [] }
    return targetRecord(
      target,
      targetFacts,
      sharedCompatibilityDate(targets),
      channels[index] ?? { channelCostNs: 0, channelCpuNs: null },
      builds[index],
    )
  })
  const identity = { id, startedAt, suites: suites.slice(0, suiteCount).map(suiteRecord) }
  const compared = selection.compare && comparedRecord(selection.compare, targets)
  return {
    ...BLANK_RECORD,
    schema: SCHEMA,
    id,
    status: earlyEnd === null ? 'complete' : 'partial',
    command,
    seed: rules.seed,
    startedAt,
    finishedAt: new Date().toISOString(),
    steelyard: { ...steelyard, estimator: ESTIMATOR },
    environment: machine.environment,
    doctor: calibration === null ? null : doctorRecord(calibration),
    suites: identity.suites,
    targets: records,
    ...findings,
    profiles: profilesIn(profileFolder(identity), profiles),
    comparisons: comparisons.map(comparison => {
      const warnings = compared === null ? [] : builderWarnings(comparison, compared, records)
      return { ...comparison, warnings: [...comparison.warnings, ...warnings.map(warningRecord)] }
    }),
    rerunOf: selection.repeats?.id ?? null,
    compared,
  }
}

function comparedRecord(compare: ComparePlan, targets: readonly NamedTarget[]): ComparedRecord {
  const { heads, rebuilt, evidence } = compare
  const id = (target: number) => targets[target]?.id ?? ''
  return {
    base: id(0),
    heads: heads.map(id),
    rebuilt: rebuilt === null ? null : id(rebuilt),
    evidence,
    minimumLaunches: wantedLooks(compare).first,
  }
}

/** What a reader of a comparison must know of the calibration. */
function doctorRecord({ visitedAt, seconds, bias, targets }: CalibrationRecord): DoctorRecord {
  return {
    visitedAt,
    seconds,
    biasAllowance: bias.allowance,
    kinds: (bias.kinds ?? []).map(({ kind, allowance, launches }) => ({
      kind,
      biasAllowance: allowance,
      launches,
    })),
    spreads: targets.flatMap(({ id, equals }) =>
      equals.map(({ case: caseId, launchSd, betweenSd, withinSdPerRound }) => ({
        ...{ target: id, case: caseId },
        ...{ launchSd, betweenSd, withinSdPerRound },
      })),
    ),
  }
}

function suiteRecord({ loaded, plan, codeSha256 }: PlannedSuite): SuiteRecord {
  const { name, question, adopted, code, descriptions } = loaded.description
  const { by: compare, baseline } = plan
  return {
    ...BLANK_SUITE,
    ...{ name, question, compare, baseline, bundleSha256: loaded.bundle.sha256, codeSha256 },
    ...(adopted && { adopted: { dialect: adopted.dialect, titles: adopted.titles } }),
    ...(code && { code }),
    ...(descriptions && { descriptions }),
  }
}

/**
 * What building alone can do to a time, as a fraction: turning on link-time optimisation, and nothing else, made rows of
 * Node's own tls/throughput benchmark up to 10.5 % faster (https://github.com/nodejs/node/pull/7408).
 */
const BUILD_EFFECT = 0.1

/**
 * Returns a warning where one side is a local build, the other the registry's, of the same runtime, and no second build of
 * the base shows what building alone does.
 */
export function builderWarnings(
  { base: baseId, head: headId, ratio }: ComparisonRecord,
  compared: ComparedRecord,
  targets: readonly TargetRecord[],
): ComparisonWarning[] {
  const find = (id: string | null) => targets.find(target => target.id === id)
  const [base, head, rebuilt] = [find(baseId), find(headId), find(compared.rebuilt)]
  if (base === undefined || head === undefined || base.runtime !== head.runtime) return []
  const program = programSha256(base)
  const isMixed = base.binary.source !== head.binary.source
  if (!isMixed || programSha256(head) === program) return []
  if (rebuilt !== undefined && programSha256(rebuilt) !== program) return []
  const { lower, upper } = ratio
  // How near to 1 the interval comes, in log; 0 where it holds 1.
  const reach = Math.max(0, Math.log(lower), -Math.log(upper))
  return [
    reach < Math.log1p(BUILD_EFFECT)
      ? { code: 'other-builder-small', withinShare: BUILD_EFFECT }
      : { code: 'other-builder' },
  ]
}
