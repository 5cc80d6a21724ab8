import type { EngineEvent, LaunchTrace, Runner } from '@steelyard/launcher'
import type { Contender } from '@steelyard/schedule'
import { drained } from './drained.ts'
import type { LaunchObserver } from './launch-observer.ts'

/** How often something happened in a number of batches, and in how many of them. */
export interface EventCount {
  readonly count: number
  readonly batches: number
}

/** What an engine did in the timed part of one launch that was traced. */
export interface EngineEvents extends Readonly<Record<EngineEvent, EventCount>> {
  /** All timed batches. */
  readonly batches: number
  /** What they took, and what of that those took in which anything happened. */
  readonly timedNs: number
  readonly eventfulNs: number
}

const KINDS: readonly EngineEvent[] = ['tierUps', 'deoptimisations', 'collections']

interface TracedBatch {
  readonly wallNs: number
  readonly events: readonly EngineEvent[]
}

/** Records what the engine of one contender does, batch by batch. */
export class EventLog implements LaunchObserver {
  readonly trace: LaunchTrace
  #events: EngineEvent[] = []
  #batches: TracedBatch[] = []

  constructor({ flags, eventOf }: NonNullable<Runner['trace']>) {
    this.trace = {
      flags,
      onLine: line => {
        const event = eventOf(line)
        if (event !== null) this.#events.push(event)
      },
    }
  }

  /** Returns the same contender, with its timed batches marked apart from everything else it does. */
  watch(contender: Contender): Contender {
    return {
      ...contender,
      run: async iterations => {
        await drained()
        this.#events = []
        const batch = await contender.run(iterations)
        await drained()
        // Every window begins with null batches; discarded windows before it are forgotten.
        const traced = { wallNs: batch.wallNs, events: this.#events }
        this.#batches = iterations === 0 ? [] : [...this.#batches, traced]
        this.#events = []
        return batch
      },
    }
  }

  /** Returns what happened in the first batches after the last null batch: those of the window that stands. */
  ofFirst(batches: number): EngineEvents {
    const first = this.#batches.slice(0, batches)
    const counts = KINDS.map(kind => {
      const each = first.map(({ events }) => events.filter(event => event === kind).length)
      const count = each.reduce((sum, number) => sum + number, 0)
      return [kind, { count, batches: each.filter(number => number > 0).length }] as const
    })
    return {
      batches: first.length,
      timedNs: timeOf(first),
      eventfulNs: timeOf(first.filter(({ events }) => events.length > 0)),
      ...(Object.fromEntries(counts) as Record<EngineEvent, EventCount>),
    }
  }
}

function timeOf(batches: readonly TracedBatch[]): number {
  return batches.reduce((sum, { wallNs }) => sum + wallNs, 0)
}
