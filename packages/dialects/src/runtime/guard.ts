interface Exits {
  exit?: (code?: number) => never
}

interface Process extends Exits {
  on?(event: 'unhandledRejection', listener: (reason: unknown) => void): void
  off?(event: 'unhandledRejection', listener: (reason: unknown) => void): void
}

interface RejectionEvent {
  readonly reason: unknown
  preventDefault?(): void
}

/** Some runtimes have the one, some the other, some both. */
declare const process: Process | undefined
declare const Deno: Exits | undefined
declare const addEventListener:
  | ((name: string, listener: (event: RejectionEvent) => void) => void)
  | undefined
declare const removeEventListener: typeof addEventListener

/** Keeps a file from ending its process until it is released: an exit throws, its first unhandled rejection is kept. */
export function guarded() {
  const guard = { rejection: undefined as { readonly reason: unknown } | undefined, release() {} }
  const keep = (reason: unknown) => {
    guard.rejection ??= { reason }
  }
  const onEvent = (event: RejectionEvent) => {
    event.preventDefault?.()
    keep(event.reason)
  }
  const host = typeof process === 'undefined' ? undefined : process
  const exits = [host, typeof Deno === 'undefined' ? undefined : Deno].map(replaceExit)
  host?.on?.('unhandledRejection', keep)
  if (typeof addEventListener === 'function') addEventListener('unhandledrejection', onEvent)
  guard.release = () => {
    for (const restore of exits) restore()
    host?.off?.('unhandledRejection', keep)
    if (typeof removeEventListener === 'function') removeEventListener('unhandledrejection', onEvent)
  }
  return guard
}

function replaceExit(host: Exits | undefined): () => void {
  const { exit } = host ?? {}
  if (host === undefined || exit === undefined) return () => {}
  host.exit = code => {
    throw new Error(`it exits with code ${code ?? 0}`)
  }
  return () => {
    host.exit = exit
  }
}
