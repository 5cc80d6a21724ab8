import type { ParamValues } from '../plan/plan.ts'
import { type CheckedAnswer, keyOf } from './adopted-answers.ts'

interface Output extends Pick<CheckedAnswer, 'digest' | 'preview'> {
  readonly target: string
}

/** Keeps the first output of each case of a suite, and compares every later one with it. */
export class ReferenceOutputs {
  readonly #first = new Map<string, Output>()

  /** Returns the digest of a case's first output, which was checked; null when there is none yet. */
  expectedDigest(caseId: string, params: ParamValues): string | null {
    return this.#first.get(keyOf({ caseId, params }))?.digest ?? null
  }

  /**
   * Returns what is wrong with an output, or null.
   *
   * @param reference the case whose output this one must equal: itself, or the baseline when the suite does not
   * know the correct outputs
   */
  check(caseId: string, reference: string, params: ParamValues, output: Output): string | null {
    const name = keyOf({ caseId, params })
    if (!this.#first.has(name)) this.#first.set(name, output)
    for (const other of new Set([caseId, reference])) {
      const first = this.#first.get(keyOf({ caseId: other, params }))
      if (first !== undefined && first.digest !== output.digest) {
        const who = other === caseId ? `on ${first.target}` : `of ${other}`
        return `failed its check: the answer ${output.preview} differs from ${first.preview} ${who}`
      }
    }
    return null
  }
}
