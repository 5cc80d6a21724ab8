import type { ParamValues } from '../plan/plan.ts'

interface Answer {
  readonly digest: string
  readonly preview: string
  readonly target: string
}

/** Keeps what each case of a suite answered first, and holds every later answer against it. */
export class ReferenceOutputs {
  readonly #first = new Map<string, Answer>()

  /** Returns the digest of a case's first answer, which was checked; null when there is none yet. */
  expectedDigest(caseId: string, params: ParamValues): string | null {
    return this.#first.get(key(caseId, params))?.digest ?? null
  }

  /**
   * Returns what is wrong with an answer, or null.
   *
   * @param reference the case whose answer this one must equal: itself, or the baseline when the suite does not
   * know the right answers
   */
  check(caseId: string, reference: string, params: ParamValues, answer: Answer): string | null {
    this.#keep(caseId, params, answer)
    for (const other of new Set([caseId, reference])) {
      const first = this.#first.get(key(other, params))
      if (first !== undefined && first.digest !== answer.digest) {
        const who = other === caseId ? `on ${first.target}` : `of ${other}`
        return `failed its check: the answer ${answer.preview} differs from ${first.preview} ${who}`
      }
    }
    return null
  }

  #keep(caseId: string, params: ParamValues, answer: Answer): void {
    const name = key(caseId, params)
    if (!this.#first.has(name)) this.#first.set(name, answer)
  }
}

function key(caseId: string, params: ParamValues): string {
  return JSON.stringify([caseId, params])
}
