import { LaunchError } from '@steelyard/launcher'
import type { HeardAnswer, LaunchContext } from '../launch/launch-context.ts'
import type { LaunchOutcome } from '../launch/launch-members.ts'
import { checkAnswer } from '../launch/prepare.ts'
import type { Journal } from './journal.ts'

/** The part of a journal that belongs to one suite of a run, and the clock that counts what it recalls as time. */
export class SuiteJournal {
  readonly #journal: Journal | null
  readonly #plan: string
  readonly #signal: AbortSignal
  /** How far this clock is ahead of the process's. Nanoseconds. */
  #aheadNs = 0

  /** `journal` is null for a run that keeps none; `plan` tells this suite from others, and from itself after a change. */
  constructor(journal: Journal | null, plan: string, signal: AbortSignal) {
    this.#journal = journal
    this.#plan = plan
    this.#signal = signal
  }

  /** Nanoseconds since some fixed moment, with the time of what was measured before the run was killed. */
  nowNs = (): number => performance.now() * 1e6 + this.#aheadNs

  /**
   * Returns what the journal holds under `key`, which tells this measurement from the others of its suite, or measures
   * and writes it down. What an interruption cut short is not written.
   */
  async once<Value>(key: readonly (string | number)[], work: () => Promise<Value>): Promise<Value> {
    const name = JSON.stringify([this.#plan, ...key])
    const known = this.#journal?.find(name) ?? null
    if (known !== null) {
      this.#aheadNs += known.tookNs
      return known.value as Value
    }
    this.#journal?.endAtNew?.()
    const beganNs = this.nowNs()
    const value = await work()
    const tookNs = this.nowNs() - beganNs
    if (!this.#signal.aborted) this.#journal?.add({ key: name, tookNs, value })
    // Writing does not count, so that a resumed run ends where it would have ended.
    this.#aheadNs += beganNs + tookNs - this.nowNs()
    return value
  }

  /**
   * Recalls or measures a launch, which may have lost members, by work that fills `heard`. Recalled answers are checked
   * again, so that the next launches are compared with them.
   */
  async launch<Outcome extends LaunchOutcome>(
    key: readonly (string | number)[],
    context: LaunchContext,
    work: (heard: HeardAnswer[]) => Promise<Outcome>,
  ): Promise<Outcome> {
    const heard: HeardAnswer[] = []
    const written = await this.once(['launch', ...key], async () => ({
      outcome: await work(heard),
      heard,
    }))
    if (written.heard !== heard) hearAgain(written.heard, context)
    return written.outcome
  }
}

/** What was wrong with an answer stands in the outcome of its launch. */
function hearAgain(heard: readonly HeardAnswer[], context: LaunchContext): void {
  for (const { answer, contender } of heard) {
    try {
      checkAnswer(answer, contender, context)
    } catch (error) {
      if (!(error instanceof LaunchError)) throw error
    }
  }
}
