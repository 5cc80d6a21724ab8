import { join } from 'node:path'
import type { Command } from '@steelyard/runners'
import { pinPrefix } from '../machine/affinity.ts'
import { endWithin, startChild } from './child.ts'
import { cleanStart } from './clean-environment.ts'
import { exitError } from './exit-error.ts'
import { LaunchError } from './launch-error.ts'
import type { LaunchOptions } from './launch-options.ts'
import type { Limits } from './limits/limits.ts'
import { watchMemory } from './limits/memory-watch.ts'

interface RunToEndOptions extends Pick<LaunchOptions, 'target' | 'core'>, Pick<Command, 'args' | 'files'> {
  /** A folder for this process alone: its home is made there. */
  readonly directory: string
  /** `commandMs` limits the whole run. */
  readonly limits: Limits
}

/**
 * Runs a command of a target under the conditions of a contender: clean environment, one core, limits.
 *
 * @throws LaunchError when it cannot be started, does not end with 0, or passes a limit, which kills it
 */
export async function runToEnd(options: RunToEndOptions): Promise<void> {
  const { target, directory, core, limits } = options
  const child = startChild({
    ...cleanStart(target.binary, options, join(directory, 'home')),
    prefix: pinPrefix(core),
  })
  let failure: LaunchError | null = null
  watchMemory(
    child,
    () => [child.pid ?? 0],
    limits,
    error => {
      failure = error
    },
  )
  const exit = await endWithin(child, limits.commandMs)
  if (failure !== null) throw failure
  if (exit.isLate)
    throw new LaunchError('timeout', `did not end within ${limits.commandMs / 1000} s`, child.output())
  if (exit.code !== 0) throw exitError(exit, child.output())
}
