/** One collection, as an engine reports it. */
export interface Collection {
  /** minor: young objects (V8's scavenge, JavaScriptCore's eden collection). full: the whole heap. */
  readonly kind: 'minor' | 'full'
  /** The length of each pause of the program, in nanoseconds. */
  readonly pausesNs: readonly number[]
  /** Time of the main thread for it outside of the pauses, in nanoseconds; null where the engine does not report it. */
  readonly mainOutsideNs: number | null
  /** Size of the heap before, in bytes; null where the engine does not report it. */
  readonly beforeBytes: number | null
  readonly afterBytes: number
  /** Bytes allocated since the collection before; null where not reported, or where the collection was requested. */
  readonly allocatedBytes: number | null
}

/** How a runtime is made to report every collection. */
export interface HeapTrace {
  /** Flags, as a target gives them; they also make `gc` callable where it is not by itself. */
  readonly flags: readonly string[]
  /** heap: bytes are those of the JavaScript heap alone. all: those outside of it too, such as an ArrayBuffer's contents. */
  readonly counts: 'heap' | 'all'
  /** Returns a function that takes every line on either stream, and returns the collection that ends with it. */
  reader(): (line: string) => Collection | null
}

/**
 * Reads lines of V8 such as `[1:0x2:0]  40 ms: GC: {"pause":1.986,"gc":"s","start_object_size":5102680,…}`, and
 * those of older versions, `pause=1.9 mutator=35.0 gc=s … total_size_before=…`. Times are in milliseconds.
 */
export const v8HeapTrace: HeapTrace = {
  flags: ['--trace-gc-nvp', '--expose-gc'],
  counts: 'heap',
  reader: () => line => {
    if (!/^\[\d+:\w+(?::\d+)?\]\s+\d+ ms: /.test(line)) return null
    const word = (name: string) => new RegExp(`[\\s,{"]${name}"?[=:]"?([\\w.+-]+)`).exec(line)?.[1]
    const gc = word('gc')
    const number = (name: string) => Number(word(name))
    const pauseMs = number('pause')
    const beforeBytes = number('(?:start_object_size|total_size_before)')
    const afterBytes = number('(?:end_object_size|total_size_after)')
    if (gc === undefined || Number.isNaN(pauseMs + beforeBytes + afterBytes)) return null
    // s: scavenge; mmc and mms: the young generation by marking; mc and ms: mark-compact.
    const kind = ['s', 'mmc', 'mms'].includes(gc) ? 'minor' : 'full'
    const stepsMs = number('incremental')
    return {
      kind,
      pausesNs: [pauseMs * 1e6],
      mainOutsideNs: kind === 'minor' ? 0 : Number.isNaN(stepsMs) ? null : stepsMs * 1e6,
      beforeBytes,
      afterBytes,
      allocatedBytes: null,
    }
  },
}

/**
 * Reads what JavaScriptCore writes with `logGC=1`: `Requesting GC because bytes allocated this cycle: …`, then one or
 * more lines that begin with `[GC<0x…>`, the first with START, the last with END, with `p=…ms` after each pause.
 */
export const jscHeapTrace: HeapTrace = {
  flags: ['logGC=1'],
  counts: 'all',
  reader() {
    let requestedBytes: number | null = null
    let kind: Collection['kind'] | null = null
    let pausesNs: number[] = []
    return line => {
      const request = /^Requesting GC because bytes allocated this cycle: (\d+)/.exec(line)
      if (request) requestedBytes = Number(request[1])
      const start = /^\[GC<.*: START .* => (Eden|Full)Collection/.exec(line)
      if (start) {
        kind = start[1] === 'Eden' ? 'minor' : 'full'
        pausesNs = []
      }
      if (kind === null) return null
      pausesNs.push(...Array.from(line.matchAll(/\bp=([\d.]+)ms/g), ([, ms]) => Number(ms) * 1e6))
      const end = /=> (\d+)kb, p=.* END\]/.exec(line)
      if (!end) return null
      const ended: Collection = {
        kind,
        pausesNs,
        mainOutsideNs: null,
        beforeBytes: null,
        afterBytes: Number(end[1]) * 1024,
        allocatedBytes: requestedBytes,
      }
      kind = null
      requestedBytes = null
      return ended
    }
  },
}
