/** The cores that one launch has. */
export interface CoreLease {
  /** From now on the launch is measured on the first of its cores, and has that one alone. */
  measure(): void
  end(): void
}

/** Which cores the launches of a run have now: where two are under way, neither may disturb the other. */
export class CoresInUse {
  readonly #taken = new Set<number>()
  #measured: number | null = null

  /** The core on which a launch is measured; null while none is. */
  get measured(): number | null {
    return this.#measured
  }

  /** Returns those of the cores that no launch has. */
  free(cores: readonly number[]): number[] {
    return cores.filter(core => !this.#taken.has(core))
  }

  /** @param cores none where nothing is pinned */
  take(cores: readonly number[]): CoreLease {
    let held = [...cores]
    for (const core of held) this.#taken.add(core)
    return {
      measure: () => {
        for (const core of held.splice(1)) this.#taken.delete(core)
        this.#measured = held[0] ?? null
      },
      end: () => {
        for (const core of held) this.#taken.delete(core)
        if (held.includes(this.#measured ?? -1)) this.#measured = null
        held = []
      },
    }
  }
}
