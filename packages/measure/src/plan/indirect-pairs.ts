import type { ContenderPlan, SuitePlan } from './plan.ts'

/** A case on two targets, and the baseline through which it can be compared. */
export interface PairThroughBaseline {
  readonly head: ContenderPlan
  readonly base: ContenderPlan
  /** The baseline on the target of each, which shares launches with it and with the other. */
  readonly throughHead: ContenderPlan
  readonly throughBase: ContenderPlan
  /** Whether the two share launches as well. */
  readonly isDirect: boolean
}

/**
 * Returns the cases that are compared with a baseline on every target, and so across targets through it: head ÷ base is
 * (head ÷ baseline) × (baseline ÷ baseline) ÷ (base ÷ baseline).
 */
export function pairsThroughBaseline({ by, baseline, contenders, groups }: SuitePlan): PairThroughBaseline[] {
  if (by !== 'cases') return []
  const share = (base: ContenderPlan, head: ContenderPlan) =>
    groups.some(group => group[0] === base && group.includes(head))
  return contenders.flatMap(head => {
    if (head.isControl || head.caseId === baseline) return []
    const alike = contenders.filter(one => one.params === head.params && !one.isControl)
    const base = alike.find(one => one.caseId === head.caseId && one.target < head.target)
    const baselineOn = (target: number | undefined) =>
      alike.find(one => one.caseId === baseline && one.target === target)
    const [throughHead, throughBase] = [baselineOn(head.target), baselineOn(base?.target)]
    if (!base || !throughHead || !throughBase) return []
    const isClosed = share(throughHead, head) && share(throughBase, base) && share(throughBase, throughHead)
    return isClosed ? [{ head, base, throughHead, throughBase, isDirect: share(base, head) }] : []
  })
}
