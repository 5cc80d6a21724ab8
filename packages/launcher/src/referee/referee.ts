import { systemCalls } from '../machine/system-calls.ts'
import type { ContenderProcess } from '../process/launch.ts'
import { LaunchError } from '../process/launch-error.ts'
import { startThread } from '../process/thread.ts'
import type { RefereeReply, TakenTurns, Turn, TurnsRequest } from './turns.ts'

/** A contender that was lost in its turn, or while it waited for one. */
export class TurnLost extends Error {
  /** Index in the group. */
  readonly contender: number
  override readonly cause: LaunchError

  constructor(contender: number, cause: LaunchError) {
    super(cause.message)
    this.name = 'TurnLost'
    this.contender = contender
    this.cause = cause
  }
}

/** A thread of this process that takes turns with contenders on their own core. */
export interface Referee {
  /**
   * Takes the turns in the given order, all of them on one core, and returns a reading of each, and of the core before
   * and after them. Null where it cannot: a contender whose channel cannot be lent, or a core that the thread may not have.
   *
   * @throws TurnLost when a contender is lost
   */
  takeTurns(
    core: number,
    contenders: readonly Pick<ContenderProcess, 'pid' | 'lend'>[],
    turns: readonly Turn[],
  ): Promise<TakenTurns | null>
  close(): Promise<void>
}

const REFUSED: RefereeReply = { type: 'refused', contender: 0 }

/** Starts a referee; null where the platform cannot have one. */
export function openReferee(): Referee | null {
  if (systemCalls() === null) return null
  const thread = startThread<TurnsRequest, RefereeReply>(new URL('referee-thread.ts', import.meta.url))
  let last: Promise<unknown> = Promise.resolve()
  const ask = (request: TurnsRequest): Promise<RefereeReply> => {
    const reply = last.then(() => (thread.hasEnded() ? REFUSED : thread.ask(request)))
    last = reply.catch(() => {})
    return reply
  }
  return {
    async takeTurns(core, contenders, turns) {
      using lent = new DisposableStack()
      const loans = contenders.map(contender => lent.use(contender.lend()))
      if (!loans.every(loan => loan !== null)) return null
      const stop = new Int32Array(new SharedArrayBuffer(4))
      let first: TurnLost | null = null
      for (const [contender, { lost }] of loans.entries()) {
        void lost.then(error => {
          first ??= new TurnLost(contender, error)
          Atomics.store(stop, 0, 1)
        })
      }
      const slots = loans.map(({ descriptors, clockSlackNs, commandMs }, index) => ({
        ...descriptors,
        pid: contenders[index]?.pid ?? 0,
        clockSlackNs,
        commandMs,
      }))
      const reply = await ask({ core, slots, turns, stop })
      if (reply.type === 'overdue') loans[reply.contender]?.timeOut(reply.command)
      if (reply.type === 'ended') loans[reply.contender]?.end()
      if (reply.type === 'lost') {
        const { failure, message, output } = reply.loss
        first ??= new TurnLost(reply.contender, new LaunchError(failure, message, output))
      }
      if (reply.type === 'taken' || reply.type === 'refused') {
        if (first !== null) throw first
        return reply.type === 'taken' ? reply : null
      }
      // The host knows why as soon as it has seen it.
      if (first === null) await Promise.race(loans.map(({ lost }) => lost))
      throw first ?? new Error('the turns ended for an unknown reason')
    },
    close: () => thread.end(),
  }
}
