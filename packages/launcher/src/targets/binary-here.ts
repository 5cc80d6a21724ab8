import { runners } from '@steelyard/runners'
import { LaunchError } from '../process/launch-error.ts'
import { hashBinary } from './binary-facts.ts'
import { isExactVersion } from './choose-version.ts'
import { findHere } from './find-version.ts'
import { localBinary } from './local-binary.ts'
import type { TargetSpec } from './target.ts'

/** A binary of a target that is on this machine. */
export interface BinaryHere {
  readonly from: 'path' | 'pinned' | 'cache'
  readonly sha256: string
}

/**
 * Finds the binary of a target without starting or fetching anything; null when it is not here, or when only the
 * registry determines which one it is.
 */
export async function binaryHere({ runtime, version, path }: TargetSpec): Promise<BinaryHere | null> {
  const runner = runners[runtime]
  try {
    if (path !== null) return { from: 'path', sha256: await hashBinary(await localBinary(runner, path)) }
    if (version === null || !isExactVersion(version)) return null
    const found = await findHere(runner, version)
    if (found === null) return null
    return { from: found.facts === undefined ? 'pinned' : 'cache', sha256: await hashBinary(found.binary) }
  } catch (error) {
    if (error instanceof LaunchError || (error as NodeJS.ErrnoException).code !== undefined) return null
    throw error
  }
}
