export interface EstimateRecord {
  readonly value: number
  readonly lower: number
  readonly upper: number
  /** What the interval covers, e.g. 0.95. */
  readonly level: number
  /** Number of launches. */
  readonly n: number
}
