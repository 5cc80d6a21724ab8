/** Work of an engine besides running code. */
export type EngineEvent = 'tierUps' | 'deoptimisations' | 'collections'

/** How a runtime is made to report its engine's work. */
export interface Trace {
  /** Flags, as a target gives them. */
  readonly flags: readonly string[]
  /** Returns the event in a line on either stream; null for none. */
  eventOf(line: string): EngineEvent | null
}

/** Writes lines such as `[completed compiling 0x… <JSFunction f …> (target MAGLEV) …]` on standard output. */
export const v8Trace: Trace = {
  flags: ['--trace-opt', '--trace-deopt', '--trace-gc'],
  eventOf(line) {
    if (line.startsWith('[completed compiling ')) return 'tierUps'
    // Leaving a loop for faster code of the same loop is no deoptimisation.
    if (line.startsWith('[bailout (kind: deopt-') && !line.includes('on stack replacement'))
      return 'deoptimisations'
    return /^\[\d+:\w+(?::\d+)?\]\s+\d+ ms: [A-Z]/.test(line) ? 'collections' : null
  },
}

/** Writes on standard error. Every exit from optimised code counts as a deoptimisation. */
export const jscTrace: Trace = {
  flags: ['logGC=1', 'reportDFGCompileTimes=1', 'reportFTLCompileTimes=1', 'printEachOSRExit=1'],
  eventOf(line) {
    if (line.startsWith('Optimized ') && / using (DFG|FTL)/.test(line)) return 'tierUps'
    if (line.startsWith('Speculation failure in ')) return 'deoptimisations'
    return /^\[GC<\w+>: START /.test(line) ? 'collections' : null
  },
}
