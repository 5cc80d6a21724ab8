import { startThread } from '../process/thread.ts'
import type { CoreWork } from './core-work-thread.ts'
import { systemCalls } from './system-calls.ts'

/** Long enough for the loop to be in its last code. */
const WARM_UP_MS = 60
const PIECE_MS = 15
/** The neighbour begins before and ends after the piece that it may slow down. */
const MARGIN_MS = 4
const PIECES = 9
/** What else runs slows down a few of the pieces, a core that is shared all of them. */
const LOWER_QUARTILE = 2

/**
 * Measures how much work on one core takes longer while another core is busy too: two cores of a virtual machine may be
 * two threads of one real core, and need not say so. Takes half a second.
 *
 * @returns the lower quartile over nine pairs of pieces of 15 ms, as a fraction: 0.3 is 30 % longer. Null with a single
 *   core, and where threads cannot be moved
 */
export async function slowdownByNeighbour([core, other]: readonly number[]): Promise<number | null> {
  if (core === undefined || other === undefined || systemCalls() === null) return null
  const [here, there] = [core, other].map(on => {
    const thread = startThread<CoreWork, number | null>(new URL('core-work-thread.ts', import.meta.url))
    return { work: (ms: number) => thread.ask({ core: on, ms }), end: () => thread.end() }
  }) as [CoreWorker, CoreWorker]
  try {
    const warm = await Promise.all([here.work(WARM_UP_MS), there.work(WARM_UP_MS)])
    if (warm.includes(null)) return null
    const slowdowns: number[] = []
    for (let piece = 0; piece < PIECES; piece++) {
      const alone = await here.work(PIECE_MS)
      const neighbour = there.work(PIECE_MS + 2 * MARGIN_MS)
      await new Promise(resolve => setTimeout(resolve, MARGIN_MS))
      const beside = await here.work(PIECE_MS)
      await neighbour
      if (alone === null || beside === null) return null
      slowdowns.push(alone / beside - 1)
    }
    return slowdowns.toSorted((a, b) => a - b)[LOWER_QUARTILE] ?? null
  } finally {
    await Promise.all([here.end(), there.end()])
  }
}

interface CoreWorker {
  /** Works for so long, and returns how much it did. */
  work(ms: number): Promise<number | null>
  end(): Promise<void>
}
