/** The kernel is asked through `node:ffi`, whose experimental state is no news to the user. */
export function silenceWarningOfFfi(): void {
  const emitWarning = process.emitWarning as (...args: unknown[]) => void
  process.emitWarning = (warning: string | Error, ...rest: unknown[]) => {
    if (!String(warning).startsWith('FFI ')) emitWarning.call(process, warning, ...rest)
  }
}
