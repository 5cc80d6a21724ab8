import { randomUUID } from 'node:crypto'
import { median } from '@steelyard/stats'
import {
  type ComparedRecord,
  type DoctorRecord,
  type RunRecord,
  SCHEMA,
  type SuiteRecord,
  type TargetRecord,
  type VisitRecord,
} from '@steelyard/store'
import type { ComparePlan } from './compare-plan.ts'
import type { MeasuredContender } from './measure-suite.ts'
import { minimumLaunchesOf } from './minimum-launches.ts'
import type { PlannedSuite, Preparation } from './run.ts'
import type { RunOptions } from './run-options.ts'
import { type NamedTarget, sharedCompatibilityDate, targetRecord } from './targets.ts'

/** What a run found, as the record has it. */
export type Found = Pick<RunRecord, 'results' | 'comparisons' | 'attributions' | 'timers' | 'agreements'> & {
  /** How many of the suites were begun. */
  readonly suiteCount: number
  /** Of each target. */
  readonly channels: readonly ReturnType<typeof channelOf>[]
  /** What each target's build says of itself; absent where it was not asked. */
  readonly builds?: readonly TargetRecord['build'][]
}

/** Returns the record of a run, checked when it is written. */
export function recordOf(
  command: readonly string[],
  options: RunOptions,
  { targets, facts, machine, visit, suites }: Preparation,
  { suiteCount, channels, builds, ...found }: Found,
  {
    startedAt,
    steelyard,
    aborted,
  }: Pick<RunRecord, 'startedAt' | 'steelyard'> & { readonly aborted: boolean },
): RunRecord {
  return {
    schema: SCHEMA,
    id: randomUUID(),
    status: aborted ? 'partial' : 'complete',
    command,
    seed: options.seed,
    startedAt,
    finishedAt: new Date().toISOString(),
    steelyard,
    environment: machine.environment,
    doctor: visit === null ? null : doctorRecord(visit),
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
function doctorRecord({ visitedAt, seconds, bias, targets }: VisitRecord): DoctorRecord {
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
