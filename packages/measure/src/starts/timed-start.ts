import type { AppBundle } from './app-bundles.ts'
import type { Start } from './start-once.ts'

export interface TimedStart extends Start {
  readonly listener: string
  readonly bundle: AppBundle
}
