import { REMEDY } from '@steelyard/launcher/os-limits'

/** A server whose response is wrong or missing, or a load generator that ended. */
export class LoadError extends Error {
  /** `generator` when the fault is our own. */
  readonly kind: LoadFaultKind | 'generator'

  constructor(kind: LoadFaultKind | 'generator', message: string) {
    super(message)
    this.name = 'LoadError'
    this.kind = kind
  }
}

export interface LoadFault {
  readonly kind: LoadFaultKind
  readonly count: number
  /** One sentence for people: what happened how often, and an example of what was found. */
  readonly message: string
}

const SENTENCES = {
  refused: times => `the server refused the connection ${times}: nothing listens there any more`,
  reset: (times, example) =>
    `the server closed the connection before an answer was whole ${times} (${example})`,
  timeout: (times, example) => `no whole answer came in time ${times} (${example})`,
  'wrong-status': (times, example) => `the answer had another status ${times} (${example})`,
  'wrong-bytes': (times, example) => `the answer had another body ${times} (${example})`,
  'no-ports': times => `no local port was free for a connection ${times}: ${REMEDY.ports}`,
  'no-files': times => `the load generator may not open more files ${times}: ${REMEDY.files}`,
  other: (times, example) => `the request failed ${times} (${example})`,
} satisfies Readonly<Record<string, (times: string, example: string) => string>>

export type LoadFaultKind = keyof typeof SENTENCES

const KINDS: Readonly<Record<string, LoadFaultKind>> = {
  ECONNREFUSED: 'refused',
  ECONNRESET: 'reset',
  EPIPE: 'reset',
  UND_ERR_SOCKET: 'reset',
  UND_ERR_REQ_CONTENT_LENGTH_MISMATCH: 'wrong-bytes',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'wrong-bytes',
  ETIMEDOUT: 'timeout',
  UND_ERR_CONNECT_TIMEOUT: 'timeout',
  UND_ERR_HEADERS_TIMEOUT: 'timeout',
  UND_ERR_BODY_TIMEOUT: 'timeout',
  UND_ERR_DESTROYED: 'timeout',
  UND_ERR_ABORTED: 'timeout',
  EADDRNOTAVAIL: 'no-ports',
  EMFILE: 'no-files',
  ENFILE: 'no-files',
}

/** Returns what kind of fault an error of a socket or of undici is. */
export function faultKindOf(error: Error & { readonly code?: string }): LoadFaultKind {
  if (error.name === 'TimeoutError') return 'timeout'
  const cause = error.cause instanceof Error ? faultKindOf(error.cause) : 'other'
  return KINDS[error.code ?? ''] ?? cause
}

/** Counts faults by kind and keeps the first of each as its example. */
export class FaultCounter {
  readonly #seen = new Map<LoadFaultKind, { count: number; readonly example: string }>()

  /** Counts one fault; `example` says in a few words what was found. */
  add(kind: LoadFaultKind, example: string): void {
    const seen = this.#seen.get(kind)
    if (seen) seen.count++
    else this.#seen.set(kind, { count: 1, example })
  }

  addError(error: Error): void {
    this.add(faultKindOf(error), error.message)
  }

  /** Returns the faults, the most frequent first. */
  faults(): LoadFault[] {
    return [...this.#seen]
      .map(([kind, { count, example }]) => ({ kind, count, message: faultMessage(kind, count, example) }))
      .sort((a, b) => b.count - a.count)
  }
}

/** Returns one sentence without its full stop. */
export function faultMessage(kind: LoadFaultKind, count: number, example: string): string {
  return SENTENCES[kind](count === 1 ? 'once' : `${count} times`, example)
}
