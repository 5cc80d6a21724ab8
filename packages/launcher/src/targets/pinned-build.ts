import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Runner, RuntimePackage } from '@steelyard/runners'
import { orNull } from '../machine/or-null.ts'
import { BinaryError } from '../process/launch-error.ts'

/** A build that came with this project. */
export interface PinnedBuild {
  readonly binary: string
  readonly version: string
  /** A fetched one has a manifest. */
  readonly facts?: undefined
}

/** The version that the published package fetches when it is first needed. */
export interface Pin {
  readonly packageName: string
  readonly version: string
  /** Integrity hash of its package, from our lockfile. */
  readonly integrity: string
}

/** Returns the pinned build of a runtime; null when its package is not installed, or has another version than the pin. */
export function pinnedIfAny(runner: Runner): PinnedBuild | null {
  return orNull(() => {
    const { name, file } = packageOf(runner)
    // The package with the runtimes as dependencies is that of the runners.
    const manifest = createRequire(runner.entry).resolve(`${name}/package.json`)
    const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }
    const pin = pinOf(runner)
    return pin === null || pin.version === version ? { binary: join(dirname(manifest), file), version } : null
  })
}

/**
 * Returns the pin of a runtime; null in the repository, whose lockfile has it installed.
 *
 * @throws BinaryError in one sentence when there is no package for this platform
 */
export function pinOf(runner: Runner): Pin | null {
  const { name } = packageOf(runner)
  const manifest = JSON.parse(readFileSync(new URL('../package.json', runner.entry), 'utf8')) as {
    runtimes?: Readonly<Record<string, Omit<Pin, 'packageName'>>>
  }
  const pin = manifest.runtimes?.[name]
  return pin === undefined ? null : { packageName: name, ...pin }
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
