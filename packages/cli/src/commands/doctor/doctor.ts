import os from 'node:os'
import { fileURLToPath } from 'node:url'
import { type SharedPair, sharedPairs } from '@steelyard/analysis'
import { allowedCores, stolenShareSince, watchBusyCore } from '@steelyard/launcher'
import { bareRun, inspectMachine, LENGTH_FACTORS, lengthsOf } from '@steelyard/measure'
import {
  type AaRecord,
  CALIBRATION_SCHEMA,
  type CalibratedTarget,
  type CalibrationRecord,
  type CoreStallsRecord,
} from '@steelyard/record'
import {
  coreUses,
  launchNoise,
  PLANNED_LAUNCHES,
  pausesOf,
  ratioFromLogs,
  smallestDifference,
  standardDeviation,
  sum,
  varianceComponents,
} from '@steelyard/stats'
import { steelyardVersion } from '../../version.ts'
import { type RunOutcome, run } from '../run/run.ts'
import { allowanceOfCase, biasOf } from './bias-record.ts'

export interface DoctorOptions {
  readonly runtimes: readonly string[]
  readonly timeSeconds: number
  readonly affinity: 'same-core' | 'all'
  readonly seed: number
}

const SUITE = fileURLToPath(new URL('doctor.bench.ts', import.meta.url))

/** Share of a target's time for A/A launches; the rest is for launches with two lengths of batches in turn. */
const AA_SHARE = 0.6

/** Share of the time for watching cores without anything else on them. */
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
  const calibrations: ReturnType<typeof calibrationOf>[] = []
  const stalls: CoreStallsRecord[] = []
  const context = { command: [], signal, journal: null }
  const parts: { readonly name: string; readonly seconds: number }[] = []
  const took = async <T>(name: string, part: () => Promise<T>): Promise<T> => {
    const beganMs = performance.now()
    onPart(name, options.timeSeconds - (beganMs - began) / 1000)
    const result = await part()
    parts.push({ name, seconds: (performance.now() - beganMs) / 1000 })
    return result
  }
  // Those that launches are measured on, as many as there is time for.
  const cores = allowedCores().slice(0, MOST_WATCHED_CORES)
  const { stallSeconds } = plannedSeconds(options)
  for (const core of cores) {
    // The signal may have come while this command waited for another run, which still measures.
    if (signal.aborted) return null
    const watched = () => stallsOfCore(core, stallSeconds / cores.length)
    stalls.push(await took(`stalls of core ${core}`, watched))
  }
  for (const runtime of options.runtimes) {
    const outcomes: RunOutcome[] = []
    for (const part of partsOf(runtime, options)) {
      const outcome = await took(part.name, () => run(context, part.options))
      if (outcome === null || signal.aborted) return null
      outcomes.push(outcome)
    }
    calibrations.push(calibrationOf(outcomes))
  }
  const bias = biasOf(calibrations)
  return {
    schema: CALIBRATION_SCHEMA,
    visitedAt: new Date().toISOString(),
    steelyard: steelyardVersion(),
    environment,
    seed: options.seed,
    seconds: Math.round((performance.now() - began) / 1000),
    load,
    stolenShare: stolenShare(),
    targets: calibrations.map(calibration => calibration.record(caseId => allowanceOfCase(bias, caseId))),
    bias,
    parts,
    stalls,
  }
}

/** Returns how the time of a calibration is shared out: for stalls, and for each target, A/A and both lengths of batches. */
export function plannedSeconds({ timeSeconds, runtimes }: Pick<DoctorOptions, 'timeSeconds' | 'runtimes'>) {
  const stallSeconds = STALL_SHARE * timeSeconds
  const targetSeconds = (timeSeconds - stallSeconds) / runtimes.length
  const equalsSeconds = AA_SHARE * targetSeconds
  return { stallSeconds, equalsSeconds, lengthsSeconds: targetSeconds - equalsSeconds }
}

async function stallsOfCore(core: number, seconds: number): Promise<CoreStallsRecord> {
  const { readings, why, stolenNs, widthRatios } = await watchBusyCore(core, seconds * 1000)
  const [use = null] = coreUses([{ core, widthRatios }])
  const pauses = readings && pausesOf(readings)
  return {
    core,
    meter: pauses === null ? null : (readings?.kind ?? null),
    why: pauses === null ? (why ?? 'it hardly ever woke') : null,
    stolenNs,
    ...(pauses ?? NO_PAUSES),
    sharing: use && { glances: widthRatios.length, ...use },
  }
}

const NO_PAUSES = {
  watchedNs: 0,
  lostNs: 0,
  count: 0,
  thresholdNs: null,
  p50Ns: null,
  p90Ns: null,
  p99Ns: null,
  longestNs: null,
}

function partsOf(runtime: string, options: DoctorOptions) {
  const { equalsSeconds, lengthsSeconds } = plannedSeconds(options)
  const { affinity, seed } = options
  const suites = [SUITE]
  const rules = { precision: NEVER_PRECISE, affinity, seed }
  const equals = bareRun({
    selection: { suites, runtimes: [runtime, runtime], by: 'targets' },
    rules,
    time: { timeSeconds: equalsSeconds },
  })
  const lengths = bareRun({
    selection: { suites, runtimes: [runtime], by: 'cases' },
    rules,
    time: { timeSeconds: lengthsSeconds, windowSeconds: SECONDS_OF_LENGTHS, batchFactors: LENGTH_FACTORS },
  })
  return [
    { name: `${runtime} against itself`, options: equals },
    { name: `${runtime} in batches of T and of 2 T`, options: lengths },
  ]
}

function calibrationOf([first, second]: readonly RunOutcome[]) {
  if (!first || !second) throw new RangeError('a calibration has two parts')
  const pairs = first.suites.flatMap(sharedPairs)
  const [target] = first.record.targets
  const id = target?.id ?? ''
  const equals = pairs.map(pair => ({
    case: pair.head.plan.caseId,
    logs: noisesOf(pair).map(({ logRatio }) => logRatio),
  }))
  const lengths = second.suites.flatMap(sharedPairs).flatMap(pair => {
    const found = lengthsOf(pair.shared)
    const names = { baseCase: pair.base.plan.caseId, headCase: pair.head.plan.caseId }
    return found ? [{ ...names, ...found }] : []
  })
  const timedShares = first.suites.flatMap(({ measured }) => measured.timedShares)
  const launchNs = sum(timedShares.map(each => each.launchNs))
  const launches = sum(equals.map(({ logs }) => logs.length))
  return {
    target: id,
    equals,
    lengths,
    record: (allowanceOf: (caseId: string) => number): CalibratedTarget => ({
      id,
      clockResolutionNs: target?.clockResolutionNs ?? 0,
      channelCostNs: target?.channelCostNs ?? 0,
      channelCpuNs: target?.channelCpuNs ?? null,
      duty: sum(timedShares.map(({ timedNs }) => timedNs)) / launchNs,
      equals: pairs.flatMap(
        pair => equalsOf(pair, launchNs / launches, allowanceOf(pair.head.plan.caseId)) ?? [],
      ),
      lengths,
    }),
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
        launchSd,
        launchNs,
        biasAllowance,
        timeNs: seconds * 1e9,
        minimumLaunches: PLANNED_LAUNCHES,
      }),
    })),
  }
}

function noisesOf({ shared }: SharedPair) {
  return shared.flatMap(({ head, base }) => launchNoise(head.wallNs, base.wallNs) ?? [])
}
