import { firstCharacters } from '@steelyard/harness/first-characters'
import { type ChildOptions, endWithin, startChild } from './child.ts'
import { exitError } from './exit-error.ts'
import { LaunchError } from './launch-error.ts'

const LIMIT_MS = 60_000
const MESSAGE_LENGTH = 300

/**
 * Runs a shell once to compile what it is started from.
 *
 * @throws LaunchError `unsupported` for a script that it cannot read, in its own words; where it does not end, or ends badly
 */
export async function compileBytecode(options: ChildOptions): Promise<void> {
  const child = startChild(options)
  const exit = await endWithin(child, LIMIT_MS)
  if (exit.isLate)
    throw new LaunchError('timeout', `did not compile within ${LIMIT_MS / 1000} s`, child.output())
  if (exit.code === 0) return
  const [, message, line = ''] = /: error: (.*)\n(.*)/.exec(child.output()) ?? []
  if (message === undefined) throw exitError(exit, child.output())
  const excerpt = firstCharacters(line.trim(), MESSAGE_LENGTH)
  throw new LaunchError('unsupported', `cannot be compiled: ${message} (${excerpt})`, child.output())
}
