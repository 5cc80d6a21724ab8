import type { Target } from '../targets/resolve-target.ts'
import type { BundleFile } from './bundle-file.ts'
import type { Confinement } from './confinement.ts'
import type { Limits } from './limits/limits.ts'

export interface LaunchOptions {
  readonly target: Target
  /** Absolute path of the runner's bundled entry. */
  readonly entry: string
  readonly bundle: BundleFile
  /** A folder of this contender's own, made and removed here: working directory, home and pipes. */
  readonly directory: string
  /** The core it may run on; null for all. */
  readonly core: number | null
  /** The date every workerd of the run supports; null for other runtimes. */
  readonly compatibilityDate: string | null
  readonly limits?: Limits
  /** Absent where it may reach what the user can. */
  readonly confinement?: Confinement
  /** Makes the engine trace its work, which costs time. */
  readonly trace?: LaunchTrace
  /** Makes the engine write a map of its machine code for Linux perf: `/tmp/perf-<pid>.map`, which the caller removes. */
  readonly isMapped?: boolean
  /** Whether its stack or its allocations can be sampled; the times are then not valid. */
  readonly isProfiled?: boolean
  /** Whether its compilers inline no function, where its engine has such a flag. */
  readonly hasPlainFrames?: boolean
}

/** Flags that make an engine trace, and the listener. */
export interface LaunchTrace {
  /** Flags, as a target gives them. */
  readonly flags: readonly string[]
  /** Receives every line printed on either stream. */
  readonly onLine: (line: string) => void
}
