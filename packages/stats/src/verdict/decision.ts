import type { Estimate } from '../intervals/estimate.ts'
import type { LookPlan } from './looks.ts'

/** The chance of any false `faster` or `slower` in a family. */
export const DEFAULT_ALPHA = 0.05

/** The finding on head against base; `same` is a finding, `inconclusive` is the lack of one. */
export type Verdict = 'faster' | 'slower' | 'same' | 'inconclusive'

/** Why there is no finding and what would settle it, in the order in which `decide` checks. */
export type Reason =
  /** A quick run stops at its first look, which did not decide; a full run settles it. */
  | 'quick'
  /** The run was interrupted before a look decided; a whole run settles it. */
  | 'interrupted'
  /** All launches agree to the last digit; longer batches or a finer clock settle it. */
  | 'zero variance'
  /** There are fewer launches than the rules ask for; more launches settle it. */
  | 'too few launches'
  /** A contender against itself showed a difference: find what favours one side first. */
  | 'control failed'
  /**
   * In a fifth of the launches or more a contender changed its speed in every window: their mean describes nothing; a
   * case of constant speed settles it.
   */
  | 'never steady'
  /** In most launches a contender was still changing its speed when measured; a longer warm-up settles it. */
  | 'drifting'
  /** The launches look like two kinds, too few to average over both; 20 launches settle it. */
  | 'bimodal'
  /** The effect is beyond the bias allowance, but perhaps within the threshold; more launches settle it. */
  | 'sign known but small'
  /** The bias allowance leaves nothing of the threshold; a machine with less bias settles it. */
  | 'within the bias allowance'
  /** The difference is significant alone, but not among all verdicts of its command; more launches settle it. */
  | 'not significant in its family'
  /**
   * Stalls of the core may have taken more from one side, so that the ratio without them does not decide alone; more
   * launches, or an hour with fewer stalls, settle it.
   */
  | 'stalls unlike'
  /** The interval is too wide; more launches settle it. */
  | 'too wide'

/** What ended a run before its time; a record of it has this as the reason for every verdict that it lacks. */
export type EarlyEnd = Extract<Reason, 'interrupted'>

export type LaunchState = 'steady' | 'drifting' | 'never steady'

/** The launches of one comparison of head against base. */
export interface Candidate {
  /** log(Σ head ÷ Σ base), one per launch; finite. */
  readonly logRatios: readonly number[]
  /** The median over rounds of log(head ÷ base), one per launch that has one; finite. */
  readonly medianLogRatios: readonly number[]
  /** The share of launches, 0 to 1, in which either contender was drifting or never steady. */
  readonly driftingShare: number
  /** The share of launches, 0 to 1, in which either contender was never steady; none if absent. */
  readonly neverSteadyShare?: number
  /** For each log ratio the worse state of its contenders; the shares hold for every look if absent. */
  readonly states?: readonly LaunchState[]
  /** Whether an in-run control showed a difference; absent when none was made. */
  readonly controlFailed?: boolean
  /**
   * For an indirect comparison: lists of logs, each from separate launches, whose means add up to its log ratio. It is
   * tested once, at the end, and has no log ratios. Absent for contenders that shared launches.
   */
  readonly sums?: readonly (readonly number[])[]
  /** When it may have a verdict; as the rules say if absent. */
  readonly looks?: LookPlan
  /** β of its own kind of work, known before its first sample; that of the rules if absent. */
  readonly biasAllowance?: number
}

/** The rules of a family, fixed before its first sample. */
export interface Rules {
  /** δ, the smallest difference that matters, greater than 0: 0.01 is a ratio of 1.01, or of 1 ÷ 1.01. */
  readonly threshold: number
  /** β, the largest difference between equal contenders on this machine (A/A), 0 or more, written as δ is. */
  readonly biasAllowance: number
  /** The fewest launches that a verdict may rest on, at least 2: the first look, where looks are planned. */
  readonly minimumLaunches: number
  /** Planned looks; absent for one look at all launches, which have to be fixed before or to stop on precision. */
  readonly looks?: LookPlan
  /** Whether the run stops at its first look (`--quick`); without planned looks it has neither verdicts nor p-values. */
  readonly quick: boolean
  /** What ended the run early: verdicts of complete looks remain, others are null. Null or absent for a whole run. */
  readonly earlyEnd?: EarlyEnd | null
  /** Comparisons of the family that are not among those to decide, and count as p = 1; none if absent. */
  readonly otherRows?: number
  /** The chance of any false `faster` or `slower` in the family, 0 to 1; 0.05 if absent. */
  readonly alpha?: number
}

export interface Decision {
  /** Head ÷ base of the sums, its interval not widened by the allowance; null under two launches. */
  readonly ratio: Estimate | null
  /** Ratio of the medians; null under two launches. */
  readonly medianRatio: Estimate | null
  /**
   * p-value against an effect within the allowance; at planned looks the smallest p ÷ weight so far. Null under two
   * launches or without variance, and without planned looks if quick or ended early.
   */
  readonly pValue: number | null
  /** p-value after Holm over the whole family; null where `pValue` is. */
  readonly adjustedPValue: number | null
  /** Null for what a quick run leaves open, and for what one that was ended early does. */
  readonly verdict: Verdict | null
  /** The launches of the look that gave the verdict; null without planned looks, and where none did. */
  readonly look: number | null
  /** Null for `faster`, `slower` and `same`. */
  readonly reason: Reason | null
  /** Whether intervals of `ratio` and `medianRatio` do not overlap: the cost sits in a minority of rounds. */
  readonly inTail: boolean
}
