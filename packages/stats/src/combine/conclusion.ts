import { studentQuantile } from '../distributions/student-t.ts'
import { LEVEL } from '../intervals/estimate.ts'
import { holm } from '../verdict/holm.ts'
import { type BetweenCpus, type CombinedEstimate, type CpuEstimate, GROUPS_FOR_PREDICTION } from './cpus.ts'
import type { MachineEstimate, MachineName, MachineTest } from './machines.ts'
import type { SessionVariance } from './session-variance.ts'

/** Below 0 head takes less time. */
export type Direction = 'faster' | 'slower'

/** What one comparison says over its machines, in the order in which it is looked for. */
export type Conclusion =
  /** Machines were measured, none of them twice with hours between: a difference may come from the hour. */
  | { readonly kind: 'not separable from the hour' }
  /** The head is faster on one machine and slower on another, both by more than δ. */
  | {
      readonly kind: 'depends'
      /** Machines known to be so, each with the tests of all corrected for (Holm). */
      readonly faster: readonly MachineName[]
      readonly slower: readonly MachineName[]
    }
  /** Every machine shows it, each by its own test. It says nothing of machines that were not measured. */
  | {
      readonly kind: 'same direction'
      readonly direction: Direction
      readonly machines: number
      readonly cpus: number
      /** Whether the size differs between cpuIds beyond δ. */
      readonly sizeDiffers: boolean
    }
  /** Every machine shows a difference within δ, the allowance included, each by its own interval. */
  | { readonly kind: 'same'; readonly machines: number; readonly cpus: number }
  /** The cpuIds lie apart by more than δ, and not every machine shows the same direction. */
  | { readonly kind: 'size differs'; readonly machines: number; readonly cpus: number }
  | { readonly kind: 'inconclusive'; readonly reason: InconclusiveReason }

/** Why nothing is concluded, and what would settle it. */
export type InconclusiveReason =
  /** No machine has a session that counts. */
  | 'no usable session'
  /** All have the same direction beyond doubt, and not all by more than δ. */
  | 'known but small'
  /** Each shows the same direction by its own test, and Holm over all comparisons leaves doubt. */
  | 'not significant in its family'
  /** Some machines show a direction, for others it is not known; more sessions there settle it. */
  | 'known on some machines'
  /** No machine shows anything; more sessions settle it. */
  | 'too wide'

/** The conclusion about machines that were not measured, if those measured are a fair sample. */
export interface Unseen {
  readonly direction: Direction
  /** `average`: the mean over such cpuIds; `nearly all`: 95 % of them too, the whole prediction interval on that side. */
  readonly reach: 'average' | 'nearly all'
}

/** One p-value for each kind of finding, 0 to 1; 1 where a finding is out of the question. */
export interface PValues {
  /** The largest of the machines' own, two-sided, if all estimates are on one side (intersection-union, Berger 1982). */
  readonly sameDirection: number
  /**
   * The larger of two: the smallest over machines against +β and the smallest against −β, one-sided, each after Holm
   * over the machines, among those whose estimate is beyond δ.
   */
  readonly depends: number
  /** p-value of the combined estimate; 1 under five cpuIds. */
  readonly unseen: number
}

/** What is concluded from, before Holm. */
export interface Evidence {
  readonly machines: readonly MachineEstimate[]
  readonly cpus: readonly CpuEstimate[]
  readonly sessionVariance: SessionVariance | null
  readonly combined: CombinedEstimate | null
  readonly between: BetweenCpus | null
}

/** δ in log, greater than 0, and the chance of a false finding. */
export interface Limits {
  readonly threshold: number
  readonly alpha: number
}

type Tested = MachineEstimate & { readonly test: MachineTest; readonly logRatio: number }

/** Returns the p-values of each kind of finding, not corrected for other comparisons; `threshold` is δ in log. */
export function pValuesOf({ machines, cpus, combined }: Evidence, threshold: number): PValues {
  const tested = machines.filter(isTested)
  const isUnseenOpen = combined !== null && cpus.length >= GROUPS_FOR_PREDICTION
  return {
    sameDirection: areOnOneSide(tested) ? Math.max(...tested.map(({ test }) => test.pValue)) : 1,
    depends: Math.max(
      Math.min(1, ...beyond(tested, 'faster', threshold).map(({ adjusted }) => adjusted)),
      Math.min(1, ...beyond(tested, 'slower', threshold).map(({ adjusted }) => adjusted)),
    ),
    unseen: isUnseenOpen ? combined.pValue : 1,
  }
}

/** Returns what is concluded of one comparison; `adjusted` are its p-values after Holm over the family. */
export function conclude(evidence: Evidence, adjusted: PValues, limits: Limits): Conclusion {
  const { machines, cpus, sessionVariance, between } = evidence
  const { threshold, alpha } = limits
  const counts = { machines: machines.filter(({ isUsed }) => isUsed).length, cpus: cpus.length }
  if (counts.machines === 0) return { kind: 'inconclusive', reason: 'no usable session' }
  if (sessionVariance === null) return { kind: 'not separable from the hour' }
  const tested = machines.filter(isTested)
  if (adjusted.depends < alpha) {
    const known = (direction: Direction) =>
      beyond(tested, direction, threshold)
        .filter(machine => machine.adjusted < alpha)
        .map(({ cpuId, installation }) => ({ cpuId, installation }))
    return { kind: 'depends', faster: known('faster'), slower: known('slower') }
  }
  const sizeDiffers = between !== null && between.tau.lower > threshold
  const areAllBeyond = tested.every(({ logRatio }) => Math.abs(logRatio) > threshold)
  if (adjusted.sameDirection < alpha && areAllBeyond) {
    const direction = tested.every(({ logRatio }) => logRatio < 0) ? 'faster' : 'slower'
    return { kind: 'same direction', direction, ...counts, sizeDiffers }
  }
  if (tested.every(machine => isSame(machine, threshold))) return { kind: 'same', ...counts }
  if (sizeDiffers) return { kind: 'size differs', ...counts }
  return { kind: 'inconclusive', reason: reasonOf(tested, adjusted, alpha) }
}

/**
 * Returns what may be said of machines that were not measured. Null under five cpuIds, where the direction depends on the
 * machine or the hour may be the cause, where a machine was left out (what loses machines may go with their speed), and
 * where the mean is within δ or its interval holds 0.
 */
export function concludeUnseen(
  { machines, combined, between }: Evidence,
  { kind }: Conclusion,
  adjusted: PValues,
  { threshold, alpha }: Limits,
): Unseen | null {
  if (combined === null || machines.some(({ isUsed }) => !isUsed)) return null
  if (kind === 'depends' || kind === 'not separable from the hour' || adjusted.unseen >= alpha) return null
  const { logRatio, upper } = combined
  if (Math.abs(logRatio) <= threshold || Math.abs(logRatio) <= upper - logRatio) return null
  const direction = logRatio < 0 ? 'faster' : 'slower'
  return { direction, reach: isNearlyAll(combined, between) ? 'nearly all' : 'average' }
}

/**
 * Whether both the prediction interval and that of another cpuId's estimate, errors and all, lie beyond the allowance:
 * the second is exact on normal noise, and never too narrow where τ hides in the errors.
 */
function isNearlyAll(combined: CombinedEstimate, between: BetweenCpus | null): boolean {
  const { logRatio, standardError, df, allowance } = combined
  const prediction = between?.prediction
  if (!prediction) return false
  const reach = studentQuantile((1 + LEVEL) / 2, df) * standardError * Math.sqrt(df + 2)
  const predicted = (prediction.upper - prediction.lower) / 2
  return Math.abs(logRatio) - Math.max(reach, predicted) > allowance
}

function isTested(machine: MachineEstimate): machine is Tested {
  return machine.test !== null && machine.logRatio !== null
}

function areOnOneSide(machines: readonly Tested[]): boolean {
  if (machines.length === 0) return false
  return machines.every(({ logRatio }) => logRatio < 0) || machines.every(({ logRatio }) => logRatio > 0)
}

/** The machines whose estimate is beyond δ in this direction, with their one-sided p-values after Holm over all. */
function beyond(machines: readonly Tested[], direction: Direction, threshold: number) {
  const isFaster = direction === 'faster'
  const adjusted = holm(machines.map(({ test }) => (isFaster ? test.fasterPValue : test.slowerPValue)))
  return machines
    .map((machine, index) => ({ ...machine, adjusted: adjusted[index] ?? 1 }))
    .filter(({ logRatio }) => (isFaster ? -logRatio : logRatio) > threshold)
}

/** Whether the far end of its interval and the allowance lie within δ. */
function isSame({ logRatio, allowance, test }: Tested, threshold: number): boolean {
  return Math.abs(logRatio) + (test.upper - logRatio) + allowance <= threshold
}

function reasonOf(machines: readonly Tested[], adjusted: PValues, alpha: number): InconclusiveReason {
  if (adjusted.sameDirection < alpha) return 'known but small'
  const known = machines.filter(({ test }) => test.pValue < alpha).length
  if (known === 0) return 'too wide'
  return known === machines.length && areOnOneSide(machines)
    ? 'not significant in its family'
    : 'known on some machines'
}
