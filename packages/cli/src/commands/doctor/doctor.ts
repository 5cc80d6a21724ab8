import os from 'node:os'
import { fileURLToPath } from 'node:url'
import { environmentRecord, type SharedPair, sharedPairs } from '@steelyard/analysis'
import { allowedCores, stolenShareSince, watchBusyCore } from '@steelyard/launcher'
import {
  BARE_RUN,
  inspectMachine,
  LENGTH_FACTORS,
  lengthsOf,
  MINIMUM_LAUNCHES,
  type RunOptions,
  UsageError,
} from '@steelyard/measure'
import {
  type AaRecord,
  type BiasRecord,
  CALIBRATION_SCHEMA,
  type CalibratedTarget,
  type CalibrationRecord,
  type CoreStallsRecord,
  type LengthsRecord,
} from '@steelyard/record'
import {
  biasBound,
  halfWidth,
  pairNoise,
  pausesOf,
  ratioFromLogs,
  smallestDifference,
  standardDeviation,
  varianceComponents,
} from '@steelyard/stats'
import { steelyardVersion } from '../../version.ts'
import { type RunOutcome, run } from '../run/run.ts'

export interface DoctorOptions {
  readonly runtimes: readonly string[]
  readonly timeSeconds: number
  readonly affinity: 'same-core' | 'all'
  readonly seed: number
}

const SUITE = fileURLToPath(new URL('doctor.bench.ts', import.meta.url))

/** Of a target's time, for A/A launches; the rest is for launches with two lengths of batches in turn. */
const AA_SHARE = 0.6

/** Of the time, for watching cores without anything else on them. */
const STALL_SHARE = 0.05
const MOST_WATCHED_CORES = 4

/** For each contender of a launch of those: more launches tell more than longer ones. */
const SECONDS_OF_LENGTHS = 0.15

/** Narrower than any run gets: every part goes on until its time is up. */
const NEVER_PRECISE = 1e-9

/** Time budgets of a preview, of a run and of a long run. */
const WAITS_SECONDS = [20, 60, 300]

/**
 * Compares each target with itself, and tests whether longer batches give other ratios.
 *
 * @param onPart called before each part with its name and about how many seconds are left
 * @returns null when the signal came
 */
export async function calibrate(
  options: DoctorOptions,
  signal: AbortSignal,
  onPart: (part: string, secondsLeft: number) => void,
): Promise<CalibrationRecord | null> {
  const { environment } = await inspectMachine(options.affinity)
  const load = os.loadavg()[0] ?? 0
  const stolenShare = stolenShareSince()
  const began = performance.now()
  const calibrations: TargetCalibration[] = []
  const stalls: CoreStallsRecord[] = []
  const cores = watchedCores()
  const stallSeconds = STALL_SHARE * options.timeSeconds
  for (const core of cores) {
    onPart(`stalls of core ${core}`, options.timeSeconds - (performance.now() - began) / 1000)
    stalls.push(await stallsOfCore(core, stallSeconds / cores.length))
    if (signal.aborted) return null
  }
  const seconds = (options.timeSeconds - stallSeconds) / options.runtimes.length
  for (const [index, runtime] of options.runtimes.entries()) {
    const parts: RunOutcome[] = []
    for (const part of partsOf(runtime, seconds, options)) {
      onPart(part.name, options.timeSeconds - (performance.now() - began) / 1000)
      const outcome = await run([], part.options, signal, { prepared() {}, progress() {} })
      if (outcome === null || signal.aborted) return null
      parts.push(outcome)
    }
    calibrations[index] = new TargetCalibration(parts)
  }
  const bias = biasOf(calibrations)
  return {
    schema: CALIBRATION_SCHEMA,
    visitedAt: new Date().toISOString(),
    steelyard: steelyardVersion(),
    environment: environmentRecord(environment),
    seed: options.seed,
    seconds: Math.round((performance.now() - began) / 1000),
    load,
    stolenShare: stolenShare(),
    targets: calibrations.map(calibration => calibration.record(bias.allowance)),
    bias,
    stalls,
  }
}

/** Those that launches are measured on, as many as there is time for. */
function watchedCores(): readonly number[] {
  return allowedCores().slice(0, MOST_WATCHED_CORES)
}

async function stallsOfCore(core: number, seconds: number): Promise<CoreStallsRecord> {
  const { readings, why, stolenNs } = await watchBusyCore(core, seconds * 1000)
  const pauses = readings && pausesOf(readings)
  return {
    ...{ core, meter: pauses === null ? null : (readings?.kind ?? null) },
    ...{ why: pauses === null ? (why ?? 'it hardly ever woke') : null, stolenNs },
    ...(pauses ?? NO_PAUSES),
  }
}

const NO_PAUSES = {
  ...{ watchedNs: 0, lostNs: 0, count: 0, thresholdNs: null },
  ...{ p50Ns: null, p90Ns: null, p99Ns: null, longestNs: null },
}

function partsOf(runtime: string, seconds: number, { affinity, seed }: DoctorOptions) {
  const common: RunOptions = { ...BARE_RUN, suites: [SUITE], precision: NEVER_PRECISE, affinity, seed }
  return [
    {
      name: `${runtime} against itself`,
      options: {
        ...common,
        runtimes: [runtime, runtime],
        by: 'targets',
        timeSeconds: seconds * AA_SHARE,
      },
    },
    {
      name: `${runtime} in batches of T and of 2 T`,
      options: {
        ...common,
        runtimes: [runtime],
        by: 'cases',
        timeSeconds: seconds * (1 - AA_SHARE),
        timedSeconds: SECONDS_OF_LENGTHS,
        batchFactors: LENGTH_FACTORS,
      },
    },
  ] as const
}

/** What one target showed. */
class TargetCalibration {
  readonly #outcome: RunOutcome
  readonly #equals: readonly SharedPair[]
  readonly lengths: readonly LengthsRecord[]

  constructor([equals, lengths]: readonly RunOutcome[]) {
    if (!equals || !lengths) throw new RangeError('a calibration has two parts')
    this.#outcome = equals
    this.#equals = equals.suites.flatMap(sharedPairs)
    this.lengths = lengths.suites.flatMap(sharedPairs).flatMap(pair => {
      const found = lengthsOf(pair.shared)
      const names = { baseCase: pair.base.plan.caseId, headCase: pair.head.plan.caseId }
      return found ? [{ ...names, ...found }] : []
    })
  }

  get id(): string {
    return this.#outcome.record.targets[0]?.id ?? ''
  }

  /** Log ratios of each case's launches. */
  get logRatios(): readonly { readonly case: string; readonly logs: readonly number[] }[] {
    return this.#equals.map(pair => ({
      case: pair.head.plan.caseId,
      logs: noisesOf(pair).map(({ logRatio }) => logRatio),
    }))
  }

  record(biasAllowance: number): CalibratedTarget {
    const [target] = this.#outcome.record.targets
    const timedShares = this.#outcome.suites.flatMap(({ measured }) => measured.timedShares)
    const launchNs = sum(timedShares.map(each => each.launchNs))
    const launches = sum(this.logRatios.map(({ logs }) => logs.length))
    return {
      id: this.id,
      clockResolutionNs: target?.clockResolutionNs ?? 0,
      channelCostNs: target?.channelCostNs ?? 0,
      channelCpuNs: target?.channelCpuNs ?? null,
      duty: sum(timedShares.map(({ timedNs }) => timedNs)) / launchNs,
      equals: this.#equals.flatMap(pair => equalsOf(pair, launchNs / launches, biasAllowance) ?? []),
      lengths: this.lengths,
    }
  }
}

function equalsOf(pair: SharedPair, launchNs: number, biasAllowance: number): AaRecord | null {
  const noises = noisesOf(pair)
  const logs = noises.map(({ logRatio }) => logRatio)
  const components = varianceComponents(noises)
  const ratio = ratioFromLogs(logs)
  if (components === null || ratio === null) return null
  const launchSd = standardDeviation(logs)
  return {
    case: pair.head.plan.caseId,
    ratio,
    launchSd,
    betweenSd: components.betweenSd,
    withinSdPerRound: components.withinSdPerRound,
    roundsPerLaunch: components.rounds,
    smallestDifferences: WAITS_SECONDS.map(seconds => ({
      seconds,
      difference: smallestDifference({
        ...{ launchSd, launchNs, biasAllowance },
        ...{ timeNs: seconds * 1e9, minimumLaunches: MINIMUM_LAUNCHES },
      }),
    })),
  }
}

/** Two lengths are called apart beyond twice their interval, since there are many of them and none is corrected for. */
function areApart({ apart }: LengthsRecord): boolean {
  return Math.abs(Math.log(apart.value)) > 2 * halfWidth(apart)
}

/** Equals bound what the method makes up; where longer batches tell another story, that is bias too, and counts twice. */
function biasOf(calibrations: readonly TargetCalibration[]): BiasRecord {
  const cells = calibrations.flatMap(calibration =>
    calibration.logRatios.map(cell => ({ ...cell, target: calibration.id })),
  )
  const bound = biasBound(cells.map(({ logs }) => logs))
  if (bound === null) {
    throw new UsageError('Cannot tell the bias: there were too few launches of some case. Raise --time.')
  }
  const apart = calibrations.flatMap(calibration =>
    calibration.lengths.filter(areApart).map(lengths => ({ ...lengths, target: calibration.id })),
  )
  const ofLengths = apart.map(lengths => Math.expm1(2 * Math.abs(Math.log(lengths.apart.value))))
  return {
    allowance: Math.max(bound.bound, ...ofLengths),
    equalsRatio: bound.ratio,
    equalsBound: bound.bound,
    launches: sum(cells.map(({ logs }) => logs.length)),
    differing: [
      ...bound.differing.map(index => `${cells[index]?.case} on ${cells[index]?.target} against itself`),
      ...apart.map(({ headCase, target }) => `${headCase} on ${target} in batches of T and 2 T`),
    ],
  }
}

function noisesOf({ shared }: SharedPair) {
  return shared.flatMap(({ head, base }) => pairNoise(head, base, 'wall') ?? [])
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
