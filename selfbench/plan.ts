import { createRandom } from '@steelyard/stats'
import type { CaseName } from './cases/index.js'
import type { Contestant, Figure, Situation } from './trial.ts'

/** What is to be tried, and how often. */
export interface Choice {
  readonly figures: readonly Figure[]
  readonly cases: readonly CaseName[]
  readonly factors: readonly number[]
  readonly trials: number
  readonly seed: number
}

export interface PlannedTrial extends Situation {
  readonly index: number
  readonly contestant: Contestant
  /** Seed of this trial alone. */
  readonly seed: number
}

/**
 * Returns every trial in the order in which they are run. All contestants meet in one situation before the next
 * begins, in random order, so that they see the same noise; the situations of one index come in random order too.
 * A seed and a choice always give one plan.
 */
export function planTrials(options: Choice & { readonly contestants: readonly Contestant[] }) {
  const random = createRandom(options.seed)
  return Array.from({ length: options.trials }, (_, index) =>
    random.shuffle(situationsOf(options)).flatMap(situation => {
      // Who has more work changes, so that a tool that favours a side does not seem to know.
      const heavier = situation.factor === 1 ? null : random.integer(2) === 0 ? 0 : 1
      return random.shuffle(options.contestants).map((contestant): PlannedTrial => {
        return { ...situation, heavier, index, contestant, seed: random.integer(2 ** 31) }
      })
    }),
  ).flat()
}

function situationsOf({ figures, cases, factors }: Choice) {
  return figures.flatMap(figure =>
    cases.flatMap(name => (figure === 'aa' ? [1] : factors).map(factor => ({ figure, case: name, factor }))),
  )
}
