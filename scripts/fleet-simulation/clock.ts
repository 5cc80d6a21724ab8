/** Simulated time, in which things happen in their order. */
export interface Clock {
  /** Milliseconds since the beginning. */
  now(): number
  after(ms: number, happen: () => void): void
  /** Lets happen what is due until then. */
  runUntil(ms: number): void
}

interface Event {
  readonly atMs: number
  readonly happen: () => void
}

export function createClock(): Clock {
  let nowMs = 0
  // A binary heap: the next event is the first.
  const heap: Event[] = []
  const isEarlier = (a: number, b: number) => (heap[a]?.atMs ?? 0) < (heap[b]?.atMs ?? 0)
  const swap = (a: number, b: number) => {
    const [one, other] = [heap[a], heap[b]]
    if (one !== undefined && other !== undefined) [heap[a], heap[b]] = [other, one]
  }
  const rise = (place: number) => {
    for (let at = place; at > 0; ) {
      const parent = (at - 1) >> 1
      if (!isEarlier(at, parent)) return
      swap(at, parent)
      at = parent
    }
  }
  const sink = () => {
    for (let at = 0; ; ) {
      const [left, right] = [2 * at + 1, 2 * at + 2]
      let least = at
      if (left < heap.length && isEarlier(left, least)) least = left
      if (right < heap.length && isEarlier(right, least)) least = right
      if (least === at) return
      swap(at, least)
      at = least
    }
  }
  return {
    now: () => nowMs,
    after(ms, happen) {
      heap.push({ atMs: nowMs + ms, happen })
      rise(heap.length - 1)
    },
    runUntil(ms) {
      while (heap[0] !== undefined && heap[0].atMs <= ms) {
        const [next] = heap
        const last = heap.pop()
        if (heap.length > 0 && last !== undefined) heap[0] = last
        sink()
        nowMs = next.atMs
        next.happen()
      }
      nowMs = ms
    },
  }
}
