import type { AppBundle } from './app-bundles.ts'
import type { Start } from './start-once.ts'

/** A start, with what was started. */
export interface TimedStart extends Start {
  readonly listener: string
  readonly bundle: AppBundle
}
