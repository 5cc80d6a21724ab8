/** A stretch of time: nanoseconds on one clock, the end not before the start. */
export interface Span {
  readonly startNs: number
  readonly endNs: number
}
