import { hash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import {
  INTERVAL_US,
  type LaunchProfile,
  type NamedSuite,
  PROFILED_LAUNCHES,
  type ProfileFile,
} from '@steelyard/measure'
import {
  type CauseRecord,
  type ComparisonRecord,
  type NativeProfileRecord,
  type PlaceKind,
  type ProfiledLaunchRecord,
  type ProfileFileRecord,
  type ProfileRecord,
  type ResultRecord,
  warningRecord,
} from '@steelyard/record'
import { DEFAULT_ALPHA, launchQuantile, sum } from '@steelyard/stats'
import { framesOf } from './cause-frames.ts'
import { rowsOf } from './cause-rows.ts'
import { asOne } from './cause-side.ts'
import { stackTree } from './stack-tree.ts'

/** Smaller shares would make a record large. */
const LEAST_SHARE = 0.001

/** Returns the profiles of a suite's contenders, of those that have all their launches. */
export function profilesOf({ name, targetIds, measured }: NamedSuite): ProfileRecord[] {
  return measured.contenders.flatMap(({ plan, profiles, nativeProfiles, nativeGap }): ProfileRecord[] => {
    if (profiles.length < PROFILED_LAUNCHES) return []
    return [
      {
        ...{ suite: name, case: plan.caseId, params: plan.params, target: targetIds[plan.target] ?? '' },
        ...sampledOf(profiles),
        native: nativeProfiles.length === PROFILED_LAUNCHES ? sampledOf(nativeProfiles) : null,
        nativeMissing: nativeGap && warningRecord(nativeGap),
      },
    ]
  })
}

function sampledOf(profiles: readonly LaunchProfile[]): NativeProfileRecord {
  const tree = stackTree(
    profiles.map(({ stacks }) => stacks),
    LEAST_SHARE,
  )
  return {
    intervalUs: INTERVAL_US,
    stacks: tree.stacks,
    launches: profiles.map(({ iterationNs, slowdown, samples, places, files }, launch) => ({
      ...{ iterationNs, slowdown, samples },
      places: places.filter(({ share }) => share >= LEAST_SHARE),
      ...(tree.launches[launch] ?? { self: [], below: [] }),
      files: files.map(fileRecord),
    })),
  }
}

/** The folder is that of the record, which is not made yet. */
function fileRecord({ name, format, content }: ProfileFile): ProfileFileRecord {
  return { path: name, format, sha256: hash('sha256', content), bytes: content.length }
}

/** Returns profiles whose files are in the folder of a record. */
export function profilesIn(folder: string, profiles: readonly ProfileRecord[]): ProfileRecord[] {
  const inFolder = ({ files, ...launch }: ProfiledLaunchRecord) => ({
    ...launch,
    files: files.map(file => ({ ...file, path: `${folder}/${file.path}` })),
  })
  return profiles.map(({ launches, native, ...profile }) => ({
    ...profile,
    launches: launches.map(inFolder),
    native: native && { ...native, launches: native.launches.map(inFolder) },
  }))
}

/** Returns what lies behind every stated verdict of faster or slower whose sides both have profiles. */
export function causesOf(
  comparisons: readonly ComparisonRecord[],
  results: readonly ResultRecord[],
  profiles: readonly ProfileRecord[],
): CauseRecord[] {
  return comparisons.flatMap(comparison => {
    const { suite, case: headCase, baseCase, params, verdict } = comparison
    if (verdict !== 'faster' && verdict !== 'slower') return []
    const isOf = (id: string, target: string) => (one: ProfileRecord | ResultRecord) =>
      one.suite === suite && one.case === id && one.target === target && isDeepStrictEqual(one.params, params)
    const base = profiles.find(isOf(baseCase, comparison.base))
    const head = profiles.find(isOf(headCase, comparison.head))
    const baseResult = results.find(isOf(baseCase, comparison.base))
    const headResult = results.find(isOf(headCase, comparison.head))
    const baseNs = (comparison.metric === 'cpu' ? baseResult?.cpuNs : baseResult?.wallNs)?.value
    const workShares = workSharesOf([baseResult, headResult], comparison)
    if (!base || !head || baseNs === undefined) return []
    const isOneRuntime = runtimeOf(comparison.base) === runtimeOf(comparison.head)
    const { isNative, ...sides } = isOneRuntime ? sampledSides(base, head) : { isNative: false, base, head }
    // What two cases call goes by the same names where these are native.
    const isAlike = isOneRuntime && (headCase === baseCase || isNative)
    const cause = causeOf({ comparison, baseNs, workShares, ...sides, isAlike })
    return cause === null ? [] : { ...cause, sampler: isNative ? 'perf' : 'inspector' }
  })
}

/**
 * A profile has no sample of a case that waits: its functions took that much less than the time. 1 of both where the CPU time
 * of either is unknown.
 */
function workSharesOf(results: readonly (ResultRecord | undefined)[], { metric }: ComparisonRecord) {
  const [base = null, head = null] = results.map(result =>
    result?.wallNs && result.cpuNs ? Math.min(1, result.cpuNs.value / result.wallNs.value) : null,
  )
  return metric === 'cpu' || base === null || head === null ? ([1, 1] as const) : ([base, head] as const)
}

/** Engines name what ran in their own ways, and so do runtimes their own JavaScript. Variables stand before the runtime. */
function runtimeOf(targetId: string): string {
  return /(?:^| )([a-z][a-z\d]*)[@~]/.exec(targetId)?.[1] ?? ''
}

/** Share of the time of a side. */
const LEAST_NATIVE = 0.2

const NATIVE: readonly PlaceKind[] = ['native', 'builtin', 'compiler', 'kernel']

/**
 * Returns the profiles by perf where both sides have them, and native functions take a fifth of either. Else those of the
 * engine: they name functions that were inlined, which perf does not.
 */
export function sampledSides(base: ProfileRecord, head: ProfileRecord) {
  const sides = [base, head]
  const isNative =
    sides.every(({ native }) => native !== null) && sides.some(side => nativeShare(side) >= LEAST_NATIVE)
  return isNative ? { base: asNative(base), head: asNative(head), isNative } : { base, head, isNative }
}

function nativeShare({ native }: ProfileRecord): number {
  const { launches } = native ?? { launches: [] }
  const places = launches.flatMap(launch => launch.places.filter(({ kind }) => NATIVE.includes(kind)))
  return sum(places.map(({ share }) => share)) / Math.max(1, launches.length)
}

function asNative({ native, ...profile }: ProfileRecord): ProfileRecord {
  return { ...profile, ...native, native: null }
}

interface Compared {
  readonly comparison: ComparisonRecord
  /** Mean time of an iteration of the base, by the clock of the comparison. */
  readonly baseNs: number
  /** Shares of the time of base and head that the profiled functions took; 1 if absent. */
  readonly workShares?: readonly [number, number]
  readonly base: ProfileRecord
  readonly head: ProfileRecord
  /** Both run on one engine, and are one case: what ran is named alike. */
  readonly isAlike: boolean
}

/** Returns what lies behind a comparison; null without a ratio that has an interval. */
export function causeOf({ comparison, baseNs, workShares = [1, 1], base, head, isAlike }: Compared) {
  const { suite, case: caseId, baseCase, params, ratio } = comparison
  const isTwoCases = baseCase !== caseId
  if (!(ratio.upper > ratio.lower) || ratio.n < 2) return null
  const headNs = baseNs * ratio.value
  const by: CauseRecord['by'] = isAlike ? 'place' : 'function'
  const logError = Math.log(ratio.upper / ratio.lower) / 2 / launchQuantile(ratio.n - 1)
  const [baseWork, headWork] = workShares
  const sides = [
    { profile: isTwoCases ? asOne(base, baseCase) : base, wholeNs: baseNs * baseWork, wholeLogError: 0 },
    { profile: isTwoCases ? asOne(head, caseId) : head, wholeNs: headNs * headWork, wholeLogError: logError },
  ] as const
  const rows = rowsOf(...sides, by)
  const whole = headNs - baseNs
  const differenceNs = {
    value: whole,
    lower: baseNs * (ratio.lower - 1),
    upper: baseNs * (ratio.upper - 1),
    level: ratio.level,
    n: ratio.n,
  }
  const frames = framesOf(...sides, by, differenceNs)
  const isKnown = ratio.lower > 1 || ratio.upper < 1
  // What is more than chance, and not the engine's, which names nothing in its own part.
  const named = rows.filter(row => row.kind !== 'engine' && row.adjustedPValue < DEFAULT_ALPHA)
  return {
    ...{ suite, case: caseId, baseCase, params },
    ...{ base: comparison.base, head: comparison.head, by, baseNs, headNs },
    differenceNs,
    explainedShare: isKnown ? sum(named.map(({ differenceNs }) => differenceNs.value)) / whole : null,
    rows,
    frames,
  }
}
