import { isDeepStrictEqual } from 'node:util'
import { readConditions, requestStates, submit } from '@steelyard/fleet'
import { type RunOptions, select, UsageError } from '@steelyard/measure'
import { counted, PROGRAM } from '@steelyard/text'
import { CommanderError } from 'commander'
import { stdout } from '../../output/streams.ts'
import { EXIT } from '../../process/exit-code.ts'
import { steelyardName } from '../../version.ts'
import { filesToSend } from './files-to-send.ts'
import { exactCommand, jobCommands, runtimesOf } from './job-commands.ts'
import { measurementOf, needsOf, type ReadCommand } from './job-policy.ts'
import { platformConditions, sendFiles } from './send-files.ts'
import { type FleetOptions, withFleet } from './with-fleet.ts'

export interface SubmitOptions extends FleetOptions {
  readonly machines: number
  readonly sessions: number
  /** Seconds. */
  readonly apart: number
  readonly where?: string
}

/**
 * Puts a command into the queue of the fleet, for several machines and sessions, and says how to go on.
 *
 * @throws UsageError where the fleet cannot measure it
 */
export async function submitRun(
  args: readonly string[],
  options: SubmitOptions,
  read: ReadCommand,
): Promise<number> {
  const sending = await filesToSend(args, read)
  if (sending === null) return EXIT.interrupted
  const asked = measurementOf(readInner(sending.args, read), sending.args)
  // A name that is mistyped is told as one.
  asked.suites.flatMap(select)
  return withFleet(options, async database => {
    const command = await exactCommand(sending.args, asked)
    const exact = measurementOf(read(command), command)
    if (!isDeepStrictEqual(withoutBuilds(exact), withoutBuilds(asked))) {
      throw new UsageError(
        'Cannot send this to a fleet: a value in it reads like an option. Write it as --option=value.',
      )
    }
    const needs = needsOf(exact)
    const { machines, sessions, apart } = options
    await sendFiles(database, sending)
    const id = await submit(database, {
      asked: args,
      conditions: [
        ...(options.where === undefined ? [] : readConditions(options.where)),
        ...platformConditions(sending),
      ],
      steelyard: steelyardName(),
      runtimes: runtimesOf(exact),
      needs,
      machines,
      sessions,
      apartSeconds: apart,
      blobs: sending.files.map(({ sha256 }) => sha256),
      commandsOf: place => jobCommands(command, asked, place),
    })
    const [state] = await requestStates(database, id)
    const jobs = jobCommands(command, asked, 0).length
    stdout.say(
      `Request ${id}: ${counted(machines, 'machine')}, ${counted(sessions, 'session')} each, ${counted(jobs, 'job')} a session.\n`,
    )
    const able = state?.able ?? 0
    if (able < machines) {
      const needed = needs.length === 0 ? '' : ` Workers need --allow ${needs.join(' --allow ')}.`
      stdout.say(
        `${able === 0 ? 'No machine' : `Only ${counted(able, 'machine')}`} can take it now; it waits for others.${needed}\n`,
      )
    }
    stdout.say(`How far it is: ${PROGRAM} fleet status\nWhat it says: ${PROGRAM} fleet gather ${id}\n`)
    return EXIT.done
  })
}

/** What naming the builds, the time and the seed leaves as it was. */
function withoutBuilds(options: RunOptions): object {
  return { ...options, runtimes: [], timeSeconds: 0, isDefaultTime: false, seed: 0 }
}

/** The command line inside is the user's own: what is wrong with it is said as it would be outside. */
function readInner(args: readonly string[], read: ReadCommand) {
  try {
    return read(args)
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    throw new UsageError(
      `Cannot send this to a fleet: ${error.message.replace(/^error: /, '').split('\n')[0]}. Write it as it runs on one machine.`,
    )
  }
}
