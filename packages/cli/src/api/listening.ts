/** What stops a run early: an `AbortSignal`. */
export interface StopSignal {
  readonly aborted: boolean
  addEventListener(type: 'abort', listener: () => void, options?: { once?: boolean }): void
  removeEventListener(type: 'abort', listener: () => void): void
}

/** How a caller follows a measurement and ends it. */
export interface Listening {
  /** Called with what the command prints for people, as it comes. */
  readonly onText?: (text: string) => void
  /** Ends the measurement; what was measured until then is the record. */
  readonly signal?: StopSignal
}
