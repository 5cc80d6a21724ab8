import { randomUUID } from 'node:crypto'
import type {
  ComparePlan,
  MeasuredContender,
  NamedSuite,
  PlannedSuite,
  Preparation,
  RunOptions,
} from '@steelyard/measure'
import {
  minimumLaunchesOf,
  type NamedTarget,
  sharedCompatibilityDate,
  targetRecord,
} from '@steelyard/measure'
import {
  type CalibrationRecord,
  type ComparedRecord,
  type ComparisonRecord,
  type DoctorRecord,
  type RunRecord,
  SCHEMA,
  type SuiteRecord,
  type TargetRecord,
} from '@steelyard/record'
import { type EarlyEnd, median, type Rules } from '@steelyard/stats'
import { attributionsOf } from './attributions.ts'
import { comparisonsOf } from './comparisons.ts'
import { resultsOf } from './results.ts'

/** The smallest effect of placement, layout and order that may pass for a difference, as long as none was measured. */
export const DEFAULT_BIAS_ALLOWANCE = 0.002

/** What a run found, as the record has it. */
export type Found = Pick<RunRecord, 'results' | 'comparisons' | 'attributions' | 'timers' | 'agreements'> & {
  /** How many of the suites were begun. */
  readonly suiteCount: number
  /** Of each target. */
  readonly channels: readonly ReturnType<typeof channelOf>[]
  /** What each target's build says of itself; absent where it was not asked. */
  readonly builds?: readonly TargetRecord['build'][]
}

/**
 * Returns every comparison of what was measured, by the rules that it was asked for with; estimates alone where something
 * ended the run before its time.
 */
export function compared(
  suites: readonly NamedSuite[],
  calibration: Preparation['calibration'],
  options: RunOptions,
  earlyEnd: EarlyEnd | null,
): ComparisonRecord[] {
  const biasSource = calibration === null ? 'assumed' : 'measured'
  return comparisonsOf(suites, options.metric, { ...rulesOf(options, calibration), earlyEnd }, biasSource)
}

/** Returns what a run found, but for what its builds say. */
export function foundBy(
  suites: readonly NamedSuite[],
  comparisons: readonly ComparisonRecord[],
  options: RunOptions,
): Found {
  const { compare } = options
  return {
    suiteCount: suites.length,
    channels: (suites[0]?.targetIds ?? []).map((_, target) =>
      channelOf(
        suites.flatMap(({ measured }) => measured.contenders),
        target,
      ),
    ),
    results: suites.flatMap(({ name, plan, measured, targetIds }) =>
      resultsOf(name, plan, measured, targetIds),
    ),
    comparisons,
    ...(compare === null || compare.flags.length === 0
      ? {}
      : { attributions: suites.flatMap(suite => attributionsOf(suite, compare, options.metric)) }),
  }
}

/** Returns the rules that verdicts go by. */
export function rulesOf(options: RunOptions, calibration: Preparation['calibration']): Rules {
  const { threshold, quick } = options
  const biasAllowance = calibration?.bias.allowance ?? DEFAULT_BIAS_ALLOWANCE
  return { threshold, biasAllowance, minimumLaunches: minimumLaunchesOf(options), quick }
}

/** Returns the record of a run, checked when it is written. */
export function recordOf(
  command: readonly string[],
  options: RunOptions,
  { targets, facts, machine, calibration, suites }: Preparation,
  { suiteCount, channels, builds, ...found }: Found,
  {
    startedAt,
    steelyard,
    earlyEnd,
  }: Pick<RunRecord, 'startedAt' | 'steelyard'> & { readonly earlyEnd: EarlyEnd | null },
): RunRecord {
  return {
    schema: SCHEMA,
    id: randomUUID(),
    status: earlyEnd === null ? 'complete' : 'partial',
    command,
    seed: options.seed,
    startedAt,
    finishedAt: new Date().toISOString(),
    steelyard,
    environment: machine.environment,
    doctor: calibration === null ? null : doctorRecord(calibration),
    suites: suites.slice(0, suiteCount).map(suiteRecord),
    targets: targets.map((target, index) =>
      targetRecord(
        target,
        facts[index] ?? { hardwareConcurrency: null, clockResolutionNs: 0 },
        sharedCompatibilityDate(targets),
        channels[index] ?? { channelCostNs: 0, channelCpuNs: null },
        builds?.[index],
      ),
    ),
    ...found,
    ...(options.repeats === undefined ? {} : { rerunOf: options.repeats.id }),
    ...(options.compare === null ? {} : { compared: comparedRecord(options, options.compare, targets) }),
  }
}

function comparedRecord(
  options: RunOptions,
  { heads, rebuilt, evidence }: ComparePlan,
  targets: readonly NamedTarget[],
): ComparedRecord {
  const id = (target: number) => targets[target]?.id ?? ''
  return {
    base: id(0),
    heads: heads.map(id),
    rebuilt: rebuilt === null ? null : id(rebuilt),
    evidence,
    minimumLaunches: minimumLaunchesOf(options),
  }
}

/** What a reader of a comparison must know of the visit. */
function doctorRecord({ visitedAt, seconds, bias, targets }: CalibrationRecord): DoctorRecord {
  return {
    visitedAt,
    seconds,
    biasAllowance: bias.allowance,
    spreads: targets.flatMap(({ id, equals }) =>
      equals.map(({ case: caseId, launchSd, betweenSd, withinSdPerRound }) => ({
        ...{ target: id, case: caseId },
        ...{ launchSd, betweenSd, withinSdPerRound },
      })),
    ),
  }
}

function suiteRecord({ loaded, plan }: PlannedSuite): SuiteRecord {
  const { name, question } = loaded.description
  return { name, question, compare: plan.by, baseline: plan.baseline, bundleSha256: loaded.bundle.sha256 }
}

/** The median null batch over all launches of a target. */
export function channelOf(contenders: readonly MeasuredContender[], target: number) {
  const nulls = contenders
    .filter(({ plan }) => plan.target === target)
    .flatMap(({ launches }) => launches.map(({ nullBatch }) => nullBatch))
  const cpu = nulls.flatMap(({ cpuNs }) => cpuNs ?? [])
  return {
    channelCostNs: nulls.length > 0 ? median(nulls.map(({ hostNs }) => hostNs)) : 0,
    channelCpuNs: cpu.length > 0 ? median(cpu) : null,
  }
}
