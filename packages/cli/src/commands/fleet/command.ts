import {
  cancelRequest,
  initFleet,
  knownMachines,
  ROLES,
  requestStates,
  setQuota,
  VARIABLES,
} from '@steelyard/fleet'
import type { Command } from 'commander'
import { addOptions } from '../../options/add-options.ts'
import { timeSeconds } from '../../options/durations.ts'
import { flag, list, parsed, withInitial } from '../../options/entry.ts'
import type { Select } from '../../options/invocation.ts'
import { sizeBytes } from '../../options/numbers.ts'
import { stdout } from '../../output/streams.ts'
import { EXIT } from '../../process/exit-code.ts'
import { unknownCommand } from '../help/command.ts'
import { GATHER_OPTIONS, gather } from './gather.ts'
import { ALLOWABLE, type Allowed, type ReadCommand } from './job-policy.ts'
import { useText } from './send-files.ts'
import { requestText, stateText } from './state-text.ts'
import { SUBMIT_OPTIONS, submitRun } from './submit-run.ts'
import { FLEET_OPTIONS, type FleetOptions, withFleet } from './with-fleet.ts'
import { work } from './worker.ts'

const POLL_SECONDS = 10
const CACHE_BYTES = 4e9

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
  addCancel(fleet, select)
}

const HELP = `
The address of the database stands in ${VARIABLES.address}, or in the file that
${VARIABLES.file} names. docs/fleet.md explains roles and workers.`

const QUOTA = {
  quota: parsed('--quota <size>', sizeBytes, {
    help: 'what builds and suites that are sent may take, e.g. 4GB, which is the default',
  }),
} as const

function addInit(fleet: Command, select: Select): void {
  const command = fleet
    .command('init')
    .description('make the tables, functions and roles of a fleet, or bring them up to date')
    .argument('[address]', 'of the database, e.g. postgres://admin@host/fleet; without a password')
  const given = addOptions(command, { ...FLEET_OPTIONS, ...QUOTA })
  command.action((address: string | undefined) => {
    const { quota, ...options } = given()
    const placed = { ...options, db: address ?? options.db }
    select({ command: 'fleet init', options: placed, execute: () => init(placed, quota) })
  })
}

const WORKER_OPTIONS = {
  ...FLEET_OPTIONS,
  allow: {
    ...list('--allow <what>', { help: 'let jobs name these too; repeatable' }),
    choices: ALLOWABLE,
    initial: [] as readonly Allowed[],
  },
  untilIdle: flag('--until-idle', { help: 'end when there is nothing to do now' }),
  poll: withInitial(
    parsed('--poll <time>', timeSeconds, { help: 'how often to ask for a job' }),
    POLL_SECONDS,
    '10s',
  ),
  cache: withInitial(
    parsed('--cache <size>', sizeBytes, { help: 'what builds that were sent may take on this machine' }),
    CACHE_BYTES,
    '4GB',
  ),
} as const

function addWorker(fleet: Command, select: Select, read: ReadCommand): void {
  const command = fleet
    .command('worker')
    .description('measure jobs of the fleet on this machine, one at a time')
    .addHelpText(
      'after',
      `
Without --allow a worker runs published versions and built-in suites, and
nothing else that a request names.`,
    )
  const given = addOptions(command, WORKER_OPTIONS)
  command.action(() => {
    const options = given()
    select({ command: 'fleet worker', options, execute: () => work(options, read) })
  })
}

function addRun(fleet: Command, select: Select, read: ReadCommand): void {
  const command = fleet
    .command('run')
    .description('have a run, a comparison or a sweep measured on several machines')
    .usage('<suite[/case]…|-e expression|compare …|sweep …> [its options] --machines <number> [options]')
    .argument('<command...>', 'a run, a comparison or a sweep, as for one machine')
    .allowUnknownOption()
    .addHelpText(
      'after',
      `
The --time of the command is that of a suite in a session; jobs have one suite
and two minutes at most.
Versions such as node@26 become one release when the request is made.
Local builds and suite files are sent, by their hash: workers need
--allow builds and --allow suites for them.`,
    )
  const given = addOptions(command, SUBMIT_OPTIONS)
  command.action((args: string[]) => {
    const options = given()
    select({ command: 'fleet run', options, execute: () => submitRun(args, options, read) })
  })
}

function addStatus(fleet: Command, select: Select): void {
  const command = fleet
    .command('status')
    .description('show how far requests are, and which machines there are')
    .argument('[id]', 'of one request')
  const given = addOptions(command, { ...FLEET_OPTIONS, json: flag('--json', { help: 'print JSON' }) })
  command.action((id: string | undefined) => {
    const options = given()
    select({ command: 'fleet status', options, execute: () => status(id ?? null, options) })
  })
}

function addGather(fleet: Command, select: Select): void {
  const command = fleet
    .command('gather')
    .description("fetch a request's records that are there, and combine them")
    .argument('<id>', 'of the request')
  const given = addOptions(command, GATHER_OPTIONS)
  command.action((id: string) => {
    const options = given()
    select({ command: 'fleet gather', options, execute: () => gather(id, options) })
  })
}

function addCancel(fleet: Command, select: Select): void {
  const command = fleet
    .command('cancel')
    .description('begin no job of a request any more; what runs may end, and its records stay')
    .argument('<id>', 'of the request')
  const given = addOptions(command, FLEET_OPTIONS)
  command.action((id: string) => {
    const options = given()
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

function status(
  id: string | null,
  { json, ...options }: FleetOptions & { readonly json: boolean },
): Promise<number> {
  return withFleet(options, async database => {
    const requests = await requestStates(database, id)
    const machines = await knownMachines(database)
    if (json) await stdout.give(`${JSON.stringify({ requests, machines }, null, 2)}\n`)
    else stdout.say(`${stateText(requests, machines, new Date())}\n${await useText(database)}\n`)
    return EXIT.done
  })
}
