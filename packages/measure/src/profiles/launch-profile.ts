import type { PlaceRecord } from '@steelyard/record'
import type { ProfileFile } from './profile-file.ts'
import type { StackShare } from './stacks.ts'

export interface LaunchProfile {
  /** Wall time of an iteration just before the profile. */
  readonly iterationNs: number
  /** Time of an iteration in the profile ÷ the one before it. */
  readonly slowdown: number
  readonly samples: number
  readonly places: readonly PlaceRecord[]
  readonly stacks: readonly StackShare[]
  /** What is kept of it; empty where nothing is. */
  readonly files: readonly ProfileFile[]
}
