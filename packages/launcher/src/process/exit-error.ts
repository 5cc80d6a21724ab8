import { firstCharacters } from '@steelyard/harness/first-characters'
import type { Exit } from './child.ts'
import { LaunchError } from './launch-error.ts'
import { withRemedy } from './limits/os-limits.ts'

/** States how a process ended unexpectedly, with the last line it printed that is no stack frame. */
export function exitError({ code, signal, error }: Exit, output: string): LaunchError {
  if (error !== null) return new LaunchError('start', `could not be started: ${withRemedy(error.message)}`)
  const how = signal === null ? `exited with code ${code}` : `was killed by ${signal}`
  const last = output
    .split('\n')
    .filter(line => line.trim() !== '' && !/^\s+at /.test(line))
    .at(-1)
  return new LaunchError(
    'crashed',
    last === undefined ? how : `${how}: ${withRemedy(firstCharacters(last, 200))}`,
    output,
  )
}
