import type { LoadFaultKind } from './load-fault.ts'

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
