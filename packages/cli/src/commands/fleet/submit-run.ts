import { megabytes, readConditions, requestStates, sendBlob, submit } from '@steelyard/fleet'
import { UsageError } from '@steelyard/measure'
import { counted, formatPercent, PROGRAM } from '@steelyard/text'
import { timeSeconds } from '../../options/durations.ts'
import { parsed, text, type ValuesOf, withInitial } from '../../options/entry.ts'
import { argsOf } from '../../options/invocation.ts'
import { wholeFrom } from '../../options/numbers.ts'
import { stderr, stdout } from '../../output/streams.ts'
import { EXIT } from '../../process/exit-code.ts'
import { steelyardName } from '../../version.ts'
import { filesToSend } from './files-to-send.ts'
import { GROWTH_OPTIONS, growthOf } from './growth.ts'
import { type ReadCommand, readInner } from './job-policy.ts'
import { jobCommands, requestParts } from './request-plan.ts'
import { FLEET_OPTIONS, withFleet } from './with-fleet.ts'

const APART_SECONDS = 9000

export const SUBMIT_OPTIONS = {
  ...FLEET_OPTIONS,
  ...GROWTH_OPTIONS,
  sessions: withInitial(
    parsed('--sessions <number>', wholeFrom(1), { help: 'how many sessions on each machine' }),
    2,
  ),
  apart: withInitial(
    parsed('--apart <time>', timeSeconds, { help: 'shortest time between two sessions of a machine' }),
    APART_SECONDS,
    '150m',
  ),
  where: text('--where <conditions>', {
    help: 'which machines, e.g. cpu=zen4|zen5 or platform=linux-x64',
  }),
} as const

/** Puts a command into the queue of the fleet, and says how to go on. UsageError where the fleet cannot measure it. */
export async function submitRun(
  args: readonly string[],
  options: ValuesOf<typeof SUBMIT_OPTIONS>,
  read: ReadCommand,
): Promise<number> {
  const asked = readInner(args, read)
  const sending = await filesToSend(asked)
  if (sending === null) return EXIT.interrupted
  const parts = await requestParts(readInner(argsOf(sending.line), read), read)
  const needs = [...new Set(parts.flatMap(part => part.needs))]
  const commands = parts.flatMap(jobCommands)
  const { sessions, apart } = options
  const machines = options.machines.least
  const growth = growthOf(options, sessions * parts.reduce((sum, { timeSeconds }) => sum + timeSeconds, 0))
  if (growth !== null && asked.command === 'timeline')
    throw new UsageError('Cannot add machines to a timeline: it has no combined ratio. Give one number.')
  return withFleet(options, async database => {
    const conditions = [
      ...(options.where === null ? [] : readConditions(options.where)),
      ...(sending.platform === null ? [] : readConditions(`platform=${sending.platform}`)),
    ]
    // What the fleet has already is not sent again.
    for (const file of sending.files) {
      const isNew = await sendBlob(database, file)
      stderr.say(
        isNew ? `Sent ${file.label}: ${megabytes(file.bytes)}\n` : `The fleet has ${file.label} already.\n`,
      )
    }
    const id = await submit(database, {
      asked: args,
      conditions,
      steelyard: steelyardName(),
      runtimes: [...new Set(parts.flatMap(part => part.runtimes))],
      needs,
      machines,
      growth,
      sessions,
      apartSeconds: apart,
      blobs: [...new Set(sending.files.map(({ sha256 }) => sha256))],
      commands,
      seed: parts[0]?.seed ?? 0,
    })
    const [state] = await requestStates(database, id)
    stdout.say(
      `Request ${id}: ${counted(machines, 'machine')}, ${counted(sessions, 'session')} each, ${counted(commands.length, 'job')} a session.\n`,
    )
    if (growth !== null) {
      stdout.say(
        `Up to ${growth.most} machines, until every combined ratio is known to ± ${formatPercent(growth.untilWidth)}: 'fleet gather' adds them.\n`,
      )
    }
    const able = state?.able ?? 0
    if (able < machines) {
      const needed = needs.length === 0 ? '' : ` Workers need --allow ${needs.join(' --allow ')}.`
      stdout.say(
        `${able === 0 ? 'No machine' : `Only ${counted(able, 'machine')}`} can take it now; it waits for others.${needed}\n`,
      )
    }
    stdout.say(
      `How far it is: ${PROGRAM} fleet status\nWhat it says: ${PROGRAM} fleet gather ${id}${growth === null ? '' : ' --wait'}\n`,
    )
    return EXIT.done
  })
}
