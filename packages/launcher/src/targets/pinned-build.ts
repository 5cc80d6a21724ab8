import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Runner, RuntimePackage } from '@steelyard/runners'
import { BinaryError } from '../process/launch-error.ts'

/** A build that came with this project. */
export interface PinnedBuild {
  readonly binary: string
  readonly version: string
}

/**
 * Returns the pinned build of a runtime.
 *
 * @throws BinaryError in one sentence when its package is not installed
 */
export function pinnedBuild(runner: Runner): PinnedBuild {
  const found = packageOf(runner)
  try {
    // The package with the runtimes as dependencies is that of the runners.
    const manifest = createRequire(runner.entry).resolve(`${found.name}/package.json`)
    const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }
    return { binary: join(dirname(manifest), found.file), version }
  } catch {
    throw new BinaryError(
      `Cannot run ${runner.name}: its package ${found.name} is not installed. Install again with optional packages, and read their messages.`,
    )
  }
}

/**
 * Returns the package of a runtime for this platform.
 *
 * @throws BinaryError in one sentence when there is none
 */
export function packageOf(runner: Runner): RuntimePackage {
  const platform = `${process.platform}-${process.arch}`
  const found = runner.packages[platform]
  if (found !== undefined) return found
  throw new BinaryError(
    `Cannot run ${runner.name}: no package of it is known for ${platform}. Give a binary with ${runner.name}=<path>.`,
  )
}
