import type { ReplyTo, Unverified } from '@steelyard/harness/protocol'
import type { ResultWarning } from '@steelyard/record'
import type { ContenderPlan } from '../plan/plan.ts'

/** What the checks of an answer read. */
export type CheckedAnswer = Pick<
  ReplyTo<'prepare'>,
  'digest' | 'preview' | 'unverified' | 'unitsPerIteration' | 'promiseCounted'
>

/** Outputs of the cases of an adopted file: the right output is unknown, but all targets should agree. */
export class AdoptedAnswers {
  readonly #targetIds: readonly string[]
  readonly #isIgnored: boolean
  /** Keyed by case and parameters, then by target. */
  readonly #answers = new Map<string, Map<number, CheckedAnswer>>()
  readonly #promises = new Set<string>()
  readonly #unverified = new Map<string, Unverified>()

  /** @param isIgnored whether different answers are compared all the same */
  constructor(targetIds: readonly string[], isIgnored = false) {
    this.#targetIds = targetIds
    this.#isIgnored = isIgnored
  }

  /** Returns what is wrong with the answer of a contender, or null. */
  check(contender: ContenderPlan, answer: CheckedAnswer): string | null {
    const key = keyOf(contender)
    if (answer.promiseCounted) this.#promises.add(key)
    if (answer.unverified !== undefined) this.#unverified.set(key, answer.unverified)
    const answers = this.#answers.get(key) ?? new Map<number, CheckedAnswer>()
    this.#answers.set(key, answers)
    const before = answers.get(contender.target)
    if (before !== undefined && before.digest !== answer.digest) this.#unverified.set(key, 'changing')
    answers.set(contender.target, before ?? answer)
    return this.fault(contender)
  }

  /** Returns in what the kept answer of a contender, or its own unit, differs from that of the first target that has one, or null. */
  fault(contender: ContenderPlan): string | null {
    const key = keyOf(contender)
    if (this.#isIgnored) return null
    const answers = this.#answers.get(key) ?? new Map<number, CheckedAnswer>()
    const first = Math.min(...answers.keys())
    const [there, here] = [answers.get(first), answers.get(contender.target)]
    if (there === undefined || here === undefined) return null
    const [counted, other] = [here.unitsPerIteration ?? 1, there.unitsPerIteration ?? 1]
    if (counted !== other) {
      const units = counted === 1 ? 'unit' : 'units'
      return `counts ${counted} ${units} in an iteration, ${this.#targetIds[first]} counts ${other}: its time is not compared. --answers ignore measures it all the same`
    }
    if (this.#unverified.has(key) || there.digest === here.digest) return null
    return `gave another answer than ${this.#targetIds[first]}, ${here.preview} in place of ${there.preview}, so its time is not compared; --answers ignore measures it all the same`
  }

  /** Returns what is to be said of a contender: why its answers were not compared, its own unit, and what is awaited. */
  warnings(contender: ContenderPlan): ResultWarning[] {
    const key = keyOf(contender)
    const reason = this.#unverified.get(key)
    const unitsPerIteration = this.#answers.get(key)?.get(contender.target)?.unitsPerIteration
    return [
      ...(reason === undefined ? [] : [{ code: 'unverified', reason } as const]),
      ...(unitsPerIteration === undefined ? [] : [{ code: 'own-unit', unitsPerIteration } as const]),
      ...(this.#promises.has(key) ? [{ code: 'promise-counted' } as const] : []),
    ]
  }
}

export function keyOf({ caseId, params }: Pick<ContenderPlan, 'caseId' | 'params'>): string {
  return JSON.stringify([caseId, params])
}
