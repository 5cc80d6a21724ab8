import type { Candidate, Decision, Rules } from '../verdict/decision.ts'
import { decide } from '../verdict/verdict.ts'

/** What two sessions say of a step. */
export interface StepFinding {
  readonly first: Decision
  /** Null without a second session. */
  readonly second: Decision | null
  /**
   * `slower` or `faster`: both sessions found it. `open`: the first did, and there is no second. `refuted`: the second did
   * not. Null where the first found no difference.
   */
  readonly change: 'slower' | 'faster' | 'open' | 'refuted' | null
}

/**
 * Returns which steps of a series, each of one session or two, are changes: those with the same verdict in both. They are
 * one family in each session (Holm). A step is noticed for being large in the first, so its size is that of the second.
 */
export function confirmSteps(steps: readonly (readonly Candidate[])[], rules: Rules): StepFinding[] {
  const firsts = decide(
    steps.flatMap(([first]) => first ?? []),
    rules,
  )
  const again = steps.flatMap(([, second], index) => (second ? [{ index, second }] : []))
  const seconds = decide(
    again.map(({ second }) => second),
    rules,
  )
  return firsts.map((first, index) => {
    const second = seconds[again.findIndex(each => each.index === index)] ?? null
    return { first, second, change: changeOf(first, second) }
  })
}

function changeOf({ verdict }: Decision, second: Decision | null): StepFinding['change'] {
  if (verdict !== 'slower' && verdict !== 'faster') return null
  if (second === null) return 'open'
  return second.verdict === verdict ? verdict : 'refuted'
}
