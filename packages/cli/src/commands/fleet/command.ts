import {
  blobUse,
  cancelRequest,
  initFleet,
  knownMachines,
  megabytes,
  ROLES,
  requestStates,
  setQuota,
  VARIABLES,
} from '@steelyard/fleet'
import type { Command } from 'commander'
import { defineCommand } from '../../options/define-command.ts'
import { flag, parsed } from '../../options/entry.ts'
import type { Select } from '../../options/invocation.ts'
import { sizeBytes } from '../../options/numbers.ts'
import { stdout } from '../../output/streams.ts'
import { EXIT } from '../../process/exit-code.ts'
import { unknownCommand } from '../help/command.ts'
import { GATHER_OPTIONS, gather } from './gather.ts'
import type { ReadCommand } from './job-policy.ts'
import { requestText, stateText } from './state-text.ts'
import { SUBMIT_OPTIONS, submitRun } from './submit-run.ts'
import { FLEET_OPTIONS, withFleet } from './with-fleet.ts'
import { WORKER_OPTIONS, work } from './worker.ts'

/** @param read reads a whole command line: that of a request, or of a job */
export function fleetCommand(read: ReadCommand): (program: Command, select: Select) => void {
  const all = [addInit, workerCommand(read), runCommand(read), addStatus, gatherCommand(read), addCancel]
  return (program, select) => {
    const fleet = program
      .command('fleet')
      .description('measure the same on many machines, over a queue in a Postgres database')
      .helpCommand(false)
      .addHelpText('after', HELP)
    fleet.on('command:*', ([word = '']: string[]) => fleet.error(`error: ${unknownCommand(word, fleet)}`))
    for (const add of all) add(fleet, select)
  }
}

const HELP = `
The address of the database stands in ${VARIABLES.address}, or in the file that
${VARIABLES.file} names. docs/fleet.md explains roles and workers.`

const addInit = defineCommand({
  name: 'init',
  description: 'create or update the tables, functions and roles of a fleet',
  words: { '[address]': 'address of the database, e.g. postgres://admin@host/fleet; without a password' },
  options: {
    ...FLEET_OPTIONS,
    quota: parsed('--quota <size>', sizeBytes, {
      help: 'space for sent builds and suites (default: 4GB)',
    }),
  },
  asked(given, [address], command) {
    if (address !== undefined && (given.db !== null || given.dbFile !== null))
      command.error('error: give the address or --db or --db-file, not two of them')
    return { ...given, db: address ?? given.db }
  },
  execute: options =>
    withFleet(options, async database => {
      await initFleet(database)
      if (options.quota !== null) await setQuota(database, options.quota)
      const { submitter, worker } = ROLES
      stdout.say(
        `The fleet is ready. Submitters need the role ${submitter}, workers ${worker}:\n` +
          `  CREATE ROLE alice LOGIN IN ROLE ${submitter}; CREATE ROLE machine LOGIN IN ROLE ${worker};\n`,
      )
      return EXIT.done
    }),
})

function workerCommand(read: ReadCommand) {
  return defineCommand({
    name: 'worker',
    description: 'measure jobs of the fleet on this machine, one at a time',
    options: WORKER_OPTIONS,
    help: `
Without --allow a worker runs published versions and built-in suites, and
nothing else that a request names.`,
    asked: given => given,
    execute: options => work(options, read),
  })
}

function runCommand(read: ReadCommand) {
  const add = defineCommand({
    name: 'run',
    description: 'measure a run, a comparison, a sweep or a timeline on several machines',
    usage:
      '<suite[/case]…|-e expression|compare …|sweep …|timeline …> [its options] --machines <number> [options]',
    words: { '<command...>': 'a run, a comparison, a sweep or a timeline, as for one machine' },
    options: SUBMIT_OPTIONS,
    help: `
The --time of the command is that of a suite in a session; jobs have one suite
and two minutes at most.
Versions such as node@26 become one release when the request is made.
Local builds and suite files are sent, by their hash: workers need
--allow builds and --allow suites for them.`,
    asked: (given, words) => ({ ...given, words }),
    execute: ({ words, ...options }) => submitRun(words, options, read),
  })
  return (fleet: Command, select: Select) => add(fleet, select).allowUnknownOption()
}

const addStatus = defineCommand({
  name: 'status',
  description: 'show the progress of requests, and the machines',
  words: { '[id]': 'id of a request (default: all)' },
  options: { ...FLEET_OPTIONS, json: flag('--json', { help: 'print JSON' }) },
  asked: (given, [id = null]) => ({ ...given, id }),
  execute: ({ id, json, ...options }) =>
    withFleet(options, async database => {
      const requests = await requestStates(database, id)
      const machines = await knownMachines(database)
      const { files, bytes, quota } = await blobUse(database)
      const use = `Sent files: ${files}, ${megabytes(bytes)} of ${megabytes(quota)}.`
      if (json) await stdout.give(`${JSON.stringify({ requests, machines }, null, 2)}\n`)
      else stdout.say(`${stateText(requests, machines)}\n${use}\n`)
      return EXIT.done
    }),
})

function gatherCommand(read: ReadCommand) {
  return defineCommand({
    name: 'gather',
    description: 'fetch what a request has so far: combine its records, or join its lines to the timeline',
    words: { '<id>': 'id of the request' },
    options: GATHER_OPTIONS,
    asked: (given, [id = '']) => ({ ...given, id }),
    execute: ({ id, ...options }) => gather(id, options, read),
  })
}

const addCancel = defineCommand({
  name: 'cancel',
  description: 'start no more jobs of a request; running ones end, and records stay',
  words: { '<id>': 'id of the request' },
  options: FLEET_OPTIONS,
  asked: (given, [id = '']) => ({ ...given, id }),
  execute: ({ id, ...options }) =>
    withFleet(options, async database => {
      const state = await cancelRequest(database, id)
      if (state !== undefined) stdout.say(`${requestText(state)}\n`)
      return EXIT.done
    }),
})
