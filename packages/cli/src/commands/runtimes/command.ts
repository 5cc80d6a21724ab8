import { inWorkspace, resolveTargets } from '@steelyard/measure'
import type { Command } from 'commander'
import { addOptions } from '../../options/add-options.ts'
import { days } from '../../options/durations.ts'
import { flag, parsed } from '../../options/entry.ts'
import type { Select } from '../../options/invocation.ts'
import { fetchEvents } from '../../output/fetch-events.ts'
import { stderr, stdout } from '../../output/streams.ts'
import { EXIT } from '../../process/exit-code.ts'
import { untilInterrupted } from '../../process/measuring.ts'
import { unknownCommand } from '../help/command.ts'
import { fetchedRuntimes, pruneRuntimes, runtimesData, runtimesText } from './runtimes.ts'

export function addRuntimesCommand(program: Command, select: Select): void {
  const runtimes = program
    .command('runtimes')
    .helpCommand(false)
    .description('list, download and remove the versions that targets such as node@24 use')
  const listing = runtimes
    .command('list', { isDefault: true })
    .description('list downloaded versions with engine, size and last use (the default)')
    // A mistyped command comes here, since this is the default.
    .allowExcessArguments()
  const givenToList = addOptions(listing, { json: flag('--json', { help: 'print JSON' }) })
  listing.action((_, { args: [word] }: Command) => {
    if (word !== undefined) runtimes.error(`error: ${unknownCommand(word, runtimes)}`)
    const options = givenToList()
    select({ command: 'runtimes list', options, execute: () => list(options.json) })
  })
  runtimes
    .command('install')
    .description('download versions now, so that later runs do not need the registry')
    .argument('<targets...>', 'e.g. node@24 bun@1.0.0')
    .action((targets: string[]) => {
      select({ command: 'runtimes install', options: { targets }, execute: () => install(targets) })
    })
  const pruning = runtimes
    .command('prune')
    .description('remove downloaded versions: all of them, or the named ones')
    .argument('[targets...]', 'node: all of Node; node@18: all of Node 18; node@18.0.0: this one')
  const givenToPrune = addOptions(pruning, {
    olderThanDays: parsed('--older-than <days>', days, {
      help: 'only versions that were not used for this long',
    }),
  })
  pruning.action((targets: string[]) => {
    const options = { targets, ...givenToPrune() }
    const execute = () => prune(targets, options.olderThanDays)
    select({ command: 'runtimes prune', options, execute })
  })
}

async function list(json: boolean): Promise<number> {
  const all = await fetchedRuntimes()
  if (json) await stdout.give(`${JSON.stringify(runtimesData(all), null, 2)}\n`)
  else stdout.say(`${runtimesText(all)}\n`)
  return EXIT.done
}

async function install(texts: readonly string[]): Promise<number> {
  const targets = await untilInterrupted(signal =>
    inWorkspace(signal, ({ directory }) => resolveTargets(texts, directory, fetchEvents(signal))),
  )
  if (targets === null) {
    stderr.say('Interrupted: unfinished downloads were not saved.\n')
    return EXIT.interrupted
  }
  for (const { id, target } of targets) {
    stdout.say(`${id} is installed, with ${target.runner.engineName} ${target.engineVersion}.\n`)
  }
  return EXIT.done
}

async function prune(words: readonly string[], olderThanDays: number | null): Promise<number> {
  stdout.say(`${await pruneRuntimes(words, olderThanDays)}\n`)
  return EXIT.done
}
