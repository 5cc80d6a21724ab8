import type { MeasuredContender } from '@steelyard/measure'
import { type DeadCodeFinding, findDeadCode } from '@steelyard/stats'

/** Twice the work may take somewhat more than twice the time; beyond this its state grows. */
const MOST_GROWTH = 2.2

const REMEDY =
  'Return a value that depends on all of the work, and let the work depend on an input that changes from call to call.'

/** Returns what the launches of a contender say about its work. */
export function deadCodeOf({ launches }: MeasuredContender): DeadCodeFinding {
  return findDeadCode(launches.flatMap(({ work }) => work ?? []))
}

/** Returns of work that was lost how that is seen and what to do; null for other work. */
export function deadCodeError({ rule, growth, floor, launches }: DeadCodeFinding): string | null {
  if (rule === 'floor' && floor !== null) {
    const [iteration, empty] = [floor.iterationNs, floor.emptyNs].map(nanoseconds)
    return `optimized away? An iteration takes ${iteration}, one of the empty loop ${empty} (fastest batches, means over ${launches} launches). ${REMEDY}`
  }
  if (rule === 'growth' && growth !== null) {
    return `optimized away? Twice as many iterations take ${growth.value.toFixed(2)} times as long, at most ${growth.upper.toFixed(2)} (${launches} launches): the cost does not come from the iterations. ${REMEDY}`
  }
  return null
}

/**
 * Returns what of work that was not lost a reader must still know.
 *
 * @param isCrowded whether other work had the core often: longer batches are cut in on more, which looks like growth
 */
export function deadCodeWarnings({ state, growth, floor }: DeadCodeFinding, isCrowded: boolean): string[] {
  if (state === 'lost') return []
  const doubts: string[] = []
  if (floor?.isNear) {
    doubts.push(
      `takes ${nanoseconds(floor.iterationNs)} an iteration where the empty loop takes ${nanoseconds(floor.emptyNs)}: part of its work may be optimised away, and much of its time is the loop's; do more in an iteration`,
    )
  }
  if (!isCrowded && growth !== null && growth.lower > MOST_GROWTH) {
    doubts.push(
      `takes ${growth.value.toFixed(2)} times as long for twice as many iterations: something grows from call to call; begin every iteration from the same state`,
    )
  }
  return doubts
}

function nanoseconds(ns: number): string {
  return `${ns.toFixed(2)} ns`
}
