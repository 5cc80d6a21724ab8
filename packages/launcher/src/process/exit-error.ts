import { firstCharacters } from '@steelyard/harness/first-characters'
import type { Exit } from './child.ts'
import { LaunchError } from './launch-error.ts'
import { withRemedy } from './limits/os-limits.ts'

/** An error that ended a program, as Node, Deno and Bun print it, and what caused it. */
const UNCAUGHT = /^(?:error: )?(?:Uncaught )?(?:\(in promise\) )?(?:[A-Z]\w*)?(?:Error|Exception)\b.*/
const CAUSE = /^\s+\[cause\]: (.*?) *\{?$/

/**
 * States how a process ended unexpectedly, with the last error that it printed and its cause; without one, with the last line
 * that is no stack frame and not the version that Node prints after everything.
 */
export function exitError({ code, signal, error }: Exit, output: string): LaunchError {
  if (error !== null) return new LaunchError('start', `could not be started: ${withRemedy(error.message)}`)
  const how = signal === null ? `exited with code ${code}` : `was killed by ${signal}`
  const lines = output.split('\n').filter(line => line.trim() !== '' && !/^\s+at |^Node\.js v/.test(line))
  const uncaught = lines.findLast(line => UNCAUGHT.test(line))
  const cause = uncaught && lines.flatMap(line => CAUSE.exec(line)?.[1] ?? []).at(-1)
  const words = uncaught ? `${uncaught}${cause ? ` (${cause})` : ''}` : lines.at(-1)
  return new LaunchError(
    'crashed',
    words === undefined ? how : `${how}: ${withRemedy(firstCharacters(words, 200))}`,
    output,
  )
}
