/** Returns in short why something failed, as a clause: `ENOSPC: no space left on device`. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { message, cause } = error
  const { code } = error as NodeJS.ErrnoException
  if (code === undefined && cause instanceof Error) return reasonOf(cause)
  // After the comma come the call and its path, which the caller's message already names.
  return code === undefined ? message.replace(/\.$/, '') : (message.split(',')[0] ?? code)
}
