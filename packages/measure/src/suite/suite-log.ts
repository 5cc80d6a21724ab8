import type { Loss } from '@steelyard/launcher'
import type { ResultWarning } from '@steelyard/record'
import type { ContenderLaunch } from '@steelyard/schedule'
import type { AdoptedAnswers } from '../launch/adopted-answers.ts'
import type { ContenderPlan, SuitePlan } from '../plan/plan.ts'
import {
  type LaunchNumber,
  type MeasuredContender,
  type MeasuredSuite,
  NO_TIME,
  type TimedShare,
  type TimeParts,
  unmeasured,
} from './measured-suite.ts'

/** What else is found of a contender, mostly by side launches. */
export type SideFindings = Partial<
  Omit<MeasuredContender, 'plan' | 'launches' | 'lost' | 'lostLaunches' | 'sideErrors'>
>

/** Findings of several launches. */
const LISTS = ['usage', 'allocations', 'profiles', 'nativeProfiles'] as const

const PARTS = Object.keys(NO_TIME.parts) as (keyof TimeParts)[]

/** What is known of the contenders of a suite while they are measured. What it hands out never changes. */
export class SuiteLog {
  /** The contenders of each group, the base first. */
  readonly groups: readonly (readonly ContenderPlan[])[]
  readonly #contenders: Map<ContenderPlan, MeasuredContender>
  #timedShares: TimedShare[]

  /** @param targets how many the run has */
  constructor({ contenders, groups }: Pick<SuitePlan, 'contenders' | 'groups'>, targets: number) {
    this.groups = groups
    this.#contenders = new Map(contenders.map(plan => [plan, unmeasured(plan)]))
    this.#timedShares = Array.from({ length: targets }, () => NO_TIME)
  }

  /** Returns the log of a suite that was measured, for more launches. */
  static of({ contenders, groups, timedShares }: MeasuredSuite): SuiteLog {
    const plansOf = (members: readonly MeasuredContender[]) => members.map(({ plan }) => plan)
    const log = new SuiteLog({ contenders: plansOf(contenders), groups: groups.map(plansOf) }, 0)
    log.#timedShares = [...timedShares]
    for (const contender of contenders) log.#contenders.set(contender.plan, contender)
    return log
  }

  /** Returns all contenders of the plan, in its order. */
  contenders(): MeasuredContender[] {
    return [...this.#contenders.values()]
  }

  /** Returns the contenders that stand in a group, each once. */
  grouped(): MeasuredContender[] {
    return [...new Set(this.groups.flat())].map(plan => this.of(plan))
  }

  /** Returns the members of a group that are not lost. */
  able(group: number): MeasuredContender[] {
    return this.#members(group).filter(({ lost }) => lost === null)
  }

  /** Records a launch that gave something of each member. */
  launched(
    able: readonly MeasuredContender[],
    launches: readonly ContenderLaunch[],
    number: LaunchNumber,
  ): void {
    for (const [index, { plan }] of able.entries()) {
      const launch = launches[index]
      if (launch === undefined) continue
      this.#set(plan, ({ launches: before }) => ({ launches: [...before, { ...launch, ...number }] }))
    }
  }

  /** Records a launch that gave nothing, since it lost members, by their index. */
  lost(
    able: readonly MeasuredContender[],
    lost: readonly (readonly [number, Loss])[],
    number: LaunchNumber,
  ): void {
    const by = lost.flatMap(([index, error]) => {
      const plan = able[index]?.plan
      return plan === undefined ? [] : [{ plan, error }]
    })
    for (const { plan } of able) {
      this.#set(plan, ({ lostLaunches }) => ({ lostLaunches: [...lostLaunches, { ...number, by }] }))
    }
    for (const { plan, error } of by) this.#set(plan, () => ({ lost: error }))
  }

  /** Records a contender that is not launched any more, since it was lost outside of its group. */
  giveUp(plan: ContenderPlan, error: Loss): void {
    this.#set(plan, () => ({ lost: error }))
  }

  /** Records findings; those of several launches are added to those before. */
  found(plan: ContenderPlan, findings: SideFindings): void {
    const before = this.of(plan)
    const added = LISTS.flatMap(name => {
      const more = findings[name]
      return more ? [[name, [...(before[name] ?? []), ...more]]] : []
    })
    this.#contenders.set(plan, { ...before, ...findings, ...Object.fromEntries(added) })
  }

  sideError(plan: ContenderPlan, error: ResultWarning): void {
    this.#set(plan, ({ sideErrors }) => ({ sideErrors: [...sideErrors, error] }))
  }

  /** Records what is to be said of the outputs of an adopted file's cases. */
  answered(answers: AdoptedAnswers | undefined): void {
    for (const { plan, launches } of this.contenders()) {
      if (launches.length === 0) continue
      for (const warning of answers?.warnings(plan) ?? []) this.sideError(plan, warning)
    }
  }

  spent(target: number, timedNs: number, launchNs: number, parts: Partial<TimeParts>): void {
    const before = this.#timedShares[target]
    if (before === undefined) return
    this.#timedShares[target] = {
      timedNs: before.timedNs + timedNs,
      launchNs: before.launchNs + launchNs,
      parts: Object.fromEntries(PARTS.map(part => [part, before.parts[part] + (parts[part] ?? 0)])) as {
        [Part in keyof TimeParts]: number
      },
    }
  }

  measured(conducted: Omit<MeasuredSuite, 'contenders' | 'groups' | 'timedShares'>): MeasuredSuite {
    return {
      ...conducted,
      contenders: this.contenders(),
      groups: this.groups.map((_, group) => this.#members(group)),
      timedShares: [...this.#timedShares],
    }
  }

  of(plan: ContenderPlan): MeasuredContender {
    return this.#contenders.get(plan) ?? unmeasured(plan)
  }

  #members(group: number): MeasuredContender[] {
    return (this.groups[group] ?? []).map(plan => this.of(plan))
  }

  #set(plan: ContenderPlan, change: (before: MeasuredContender) => Partial<MeasuredContender>): void {
    const before = this.of(plan)
    this.#contenders.set(plan, { ...before, ...change(before) })
  }
}
