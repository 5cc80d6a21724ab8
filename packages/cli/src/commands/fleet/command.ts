import {
  cancelRequest,
  initFleet,
  knownMachines,
  ROLES,
  requestStates,
  setQuota,
  VARIABLES,
} from '@steelyard/fleet'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { timeSeconds } from '../../options/durations.ts'
import type { Select } from '../../options/invocation.ts'
import { positive, wholeNumber } from '../../options/options.ts'
import { sizeBytes } from '../../options/sizes.ts'
import { stdout } from '../../output/streams.ts'
import { EXIT } from '../../process/exit-code.ts'
import { combineOptionsOf, type RawCombineOptions, withCombineOptions } from '../combine/command.ts'
import { unknownCommand } from '../help/command.ts'
import { type GatherOptions, gather } from './gather.ts'
import { machineRange } from './growth.ts'
import { ALLOWABLE, type Allowed, type ReadCommand } from './job-policy.ts'
import { addPrune, useText } from './prune.ts'
import { requestText, stateText } from './state-text.ts'
import { type SubmitOptions, submitRun } from './submit-run.ts'
import { type FleetOptions, withFleet, withFleetOptions } from './with-fleet.ts'
import { work } from './worker.ts'

const APART_SECONDS = 9000
const POLL_SECONDS = 10
const CACHE_BYTES = 4e9
const GATHER_POLL_SECONDS = 60

/** @param read reads a whole command line: that of a request, or of a job */
export function addFleetCommand(program: Command, select: Select, read: ReadCommand): void {
  const fleet = program
    .command('fleet')
    .description('measure the same on many machines, over a queue in a Postgres database')
    .helpCommand(false)
    .addHelpText('after', HELP)
  fleet.on('command:*', ([word = '']: string[]) => fleet.error(`error: ${unknownCommand(word, fleet)}`))
  addInit(fleet, select)
  addWorker(fleet, select, read)
  addRun(fleet, select, read)
  addStatus(fleet, select)
  addGather(fleet, select)
  addPrune(fleet, select)
  addCancel(fleet, select)
}

const HELP = `
The address of the database stands in ${VARIABLES.address}, or in the file that
${VARIABLES.file} names. docs/fleet.md explains roles and workers.`

function addInit(fleet: Command, select: Select): void {
  withFleetOptions(
    fleet
      .command('init')
      .description('make the tables, functions and roles of a fleet, or bring them up to date')
      .argument('[address]', 'of the database, e.g. postgres://admin@host/fleet; without a password'),
  )
    .option(
      '--quota <size>',
      'what builds and suites that are sent may take, e.g. 4GB, which is the default',
      sizeBytes,
    )
    .action((address: string | undefined, { quota, ...options }: FleetOptions & { quota?: number }) => {
      const placed = address === undefined ? options : { ...options, db: address }
      select({ command: 'fleet init', options: placed, execute: () => init(placed, quota ?? null) })
    })
}

function addWorker(fleet: Command, select: Select, read: ReadCommand): void {
  withFleetOptions(
    fleet.command('worker').description('measure jobs of the fleet on this machine, one at a time'),
  )
    .addOption(
      new Option('--allow <what>', `let jobs name these too: ${ALLOWABLE.join(', ')}; repeatable`).argParser(
        allowed,
      ),
    )
    .option('--until-idle', 'end when there is nothing to do now')
    .addOption(
      new Option('--poll <time>', 'how often to ask for a job')
        .argParser(timeSeconds)
        .default(POLL_SECONDS, '10s'),
    )
    .addOption(
      new Option('--cache <size>', 'what builds that were sent may take on this machine')
        .argParser(sizeBytes)
        .default(CACHE_BYTES, '4GB'),
    )
    .addHelpText(
      'after',
      `
Without --allow a worker runs published versions, harmless flags and built-in
suites, and nothing else that a request names.`,
    )
    .action(
      (raw: FleetOptions & { allow?: readonly Allowed[]; untilIdle?: true; poll: number; cache: number }) => {
        const options = { ...raw, allow: raw.allow ?? [], untilIdle: raw.untilIdle ?? false }
        select({ command: 'fleet worker', options, execute: () => work(options, read) })
      },
    )
}

function addRun(fleet: Command, select: Select, read: ReadCommand): void {
  withFleetOptions(
    fleet
      .command('run')
      .description('have a run, a comparison or a sweep measured on several machines')
      .usage('<suite[/case]…|-e expression|compare …|sweep …> [its options] --machines <number> [options]')
      .argument('<command...>', 'a run, a comparison or a sweep, as for one machine')
      .allowUnknownOption(),
  )
    .addOption(
      new Option('--machines <number>', 'how many machines, or a range such as 5..12')
        .argParser(machineRange)
        .default({ least: 2, most: null }, '2'),
    )
    .option(
      '--until-width <percent>',
      'of a range: add machines until every combined ratio is known to ± this (default: 1)',
      positive,
    )
    .addOption(
      new Option(
        '--machine-time <time>',
        'of a range: add machines while all of them measure no longer together',
      ).argParser(timeSeconds),
    )
    .option('--sessions <number>', 'how many sessions on each machine', wholeAboveZero, 2)
    .addOption(
      new Option('--apart <time>', 'shortest time between two sessions of a machine')
        .argParser(timeSeconds)
        .default(APART_SECONDS, '150m'),
    )
    .option('--where <conditions>', 'which machines, e.g. cpu=zen4|zen5 or platform=linux-x64')
    .addHelpText(
      'after',
      `
The --time of the command is that of a suite in a session; jobs have one suite
and two minutes at most.
Versions such as node@26 become one release when the request is made.
Local builds and suite files are sent, by their hash: workers need
--allow builds and --allow suites for them.`,
    )
    .action((args: string[], options: SubmitOptions) => {
      select({ command: 'fleet run', options, execute: () => submitRun(args, options, read) })
    })
}

function addStatus(fleet: Command, select: Select): void {
  withFleetOptions(
    fleet
      .command('status')
      .description('show how far requests are, and which machines there are')
      .argument('[id]', 'of one request'),
  )
    .option('--json', 'print JSON')
    .action((id: string | undefined, options: FleetOptions & { json?: true }) => {
      select({ command: 'fleet status', options, execute: () => status(id ?? null, options) })
    })
}

interface RawGatherOptions extends FleetOptions, RawCombineOptions {
  readonly out?: string
  readonly wait?: true
  readonly poll: number
}

function addGather(fleet: Command, select: Select): void {
  const command = fleet
    .command('gather')
    .description("fetch a request's records that are there, and combine them")
    .argument('<id>', 'of the request')
  withCombineOptions(
    withFleetOptions(command)
      .option('--out <dir>', 'folder for the records (default: results/local/fleet-<id>)')
      .option(
        '--wait',
        'until everything is measured; of a range, until no machine is added any more. A machine that nobody has seen for a day is not waited for',
      )
      .addOption(
        new Option('--poll <time>', 'with --wait: how often to ask')
          .argParser(timeSeconds)
          .default(GATHER_POLL_SECONDS, '1m'),
      ),
  ).action((id: string, raw: RawGatherOptions) => {
    const { out = null, wait = false } = raw
    const options: GatherOptions = { ...raw, out, wait, ...combineOptionsOf(raw) }
    select({ command: 'fleet gather', options, execute: () => gather(id, options) })
  })
}

function addCancel(fleet: Command, select: Select): void {
  withFleetOptions(
    fleet
      .command('cancel')
      .description('begin no job of a request any more; what runs may end, and its records stay')
      .argument('<id>', 'of the request'),
  ).action((id: string, options: FleetOptions) => {
    select({ command: 'fleet cancel', options, execute: () => cancel(id, options) })
  })
}

function cancel(id: string, options: FleetOptions): Promise<number> {
  return withFleet(options, async database => {
    const state = await cancelRequest(database, id)
    if (state !== undefined) stdout.say(`${requestText(state)}\n`)
    return EXIT.done
  })
}

function init(options: FleetOptions, quota: number | null): Promise<number> {
  return withFleet(options, async database => {
    await initFleet(database)
    if (quota !== null) await setQuota(database, quota)
    const { submitter, worker } = ROLES
    stdout.say(
      `The fleet is ready. Who submits is a member of ${submitter}, a worker of ${worker}:\n` +
        `  CREATE ROLE alice LOGIN IN ROLE ${submitter}; CREATE ROLE machine LOGIN IN ROLE ${worker};\n`,
    )
    return EXIT.done
  })
}

function status(id: string | null, { json, ...options }: FleetOptions & { json?: true }): Promise<number> {
  return withFleet(options, async database => {
    const requests = await requestStates(database, id)
    const machines = await knownMachines(database)
    if (json) await stdout.give(`${JSON.stringify({ requests, machines }, null, 2)}\n`)
    else stdout.say(`${stateText(requests, machines, new Date())}\n${await useText(database)}\n`)
    return EXIT.done
  })
}

function allowed(value: string, before: readonly Allowed[] = []): readonly Allowed[] {
  const known = ALLOWABLE.find(one => one === value)
  if (known === undefined) throw new InvalidArgumentError(`Give one of ${ALLOWABLE.join(', ')}.`)
  return [...before, known]
}

function wholeAboveZero(text: string): number {
  const value = wholeNumber(text)
  if (value === 0) throw new InvalidArgumentError('Give 1 or more.')
  return value
}
