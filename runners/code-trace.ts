/** One compilation or deoptimisation of a function by V8. */
export type CodeEvent =
  | { readonly kind: 'optimised'; readonly functionName: string; readonly compiler: string }
  | { readonly kind: 'deoptimised'; readonly functionName: string; readonly reason: string }

/** How an engine is made to log its compilations. */
export interface CodeTrace {
  /** Flags, as a target gives them, that make it write to a file. */
  flags(file: string): readonly string[]
  /** Returns the event in a line of that file; null for none. The name is empty for a function without one. */
  eventOf(line: string): CodeEvent | null
}

const FUNCTION = '<JSFunction (?:(.+?) )?\\(sfi = '
const OPTIMISED = new RegExp(`^\\[completed compiling \\S+ ${FUNCTION}.*?\\(target (\\w+)\\)( OSR)?`)
const DEOPTIMISED = new RegExp(
  `^\\[bailout \\(kind: [\\w-]+, reason: (.+?)\\): begin\\. deoptimizing \\S+ ${FUNCTION}`,
)

/** To a separate file: output of a suite may look like a trace, and workerd buffers its output. */
export const v8CodeTrace: CodeTrace = {
  flags: file => [
    '--trace-opt',
    '--trace-deopt',
    '--redirect-code-traces',
    `--redirect-code-traces-to=${file}`,
  ],
  eventOf(line) {
    const optimised = OPTIMISED.exec(line)
    if (optimised) {
      const [, functionName = '', compiler = '', osr = ''] = optimised
      return { kind: 'optimised', functionName, compiler: compilerName(compiler) + osr }
    }
    const [, reason, functionName = ''] = DEOPTIMISED.exec(line) ?? []
    // Leaving a loop for faster code of the same loop is no deoptimisation.
    if (reason === undefined || reason.includes('on stack replacement')) return null
    return { kind: 'deoptimised', functionName, reason }
  },
}

/** `TURBOFAN_JS` and `TURBOFAN` are one compiler in different versions. */
function compilerName(target: string): string {
  const name = target.replace(/_JS$/, '').toLowerCase()
  return name.charAt(0).toUpperCase() + name.slice(1)
}
