import { inWorkspace, resolveTargets } from '@steelyard/measure'
import type { Command } from 'commander'
import { defineCommand } from '../../options/define-command.ts'
import { flag } from '../../options/entry.ts'
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
  // A mistyped command comes to the default one.
  addList(runtimes, select).allowExcessArguments()
  addInstall(runtimes, select)
  addPrune(runtimes, select)
}

const addList = defineCommand({
  name: 'list',
  description: 'list downloaded versions with engine, size and last use (the default)',
  isDefault: true,
  options: { json: flag('--json', { help: 'print JSON' }) },
  asked(given, [word], { parent }) {
    if (word !== undefined && parent !== null) parent.error(`error: ${unknownCommand(word, parent)}`)
    return given
  },
  async execute({ json }) {
    const all = await fetchedRuntimes()
    if (json) await stdout.give(`${JSON.stringify(runtimesData(all), null, 2)}\n`)
    else stdout.say(`${runtimesText(all)}\n`)
    return EXIT.done
  },
})

const addInstall = defineCommand({
  name: 'install',
  description: 'download versions now, so that later runs do not need the registry',
  words: { '<targets...>': 'e.g. node@24 bun@1.0.0' },
  options: {},
  asked: (_, targets) => ({ targets }),
  async execute({ targets: texts }) {
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
  },
})

const addPrune = defineCommand({
  name: 'prune',
  description: 'remove downloaded versions: all of them, or the named ones',
  words: { '[targets...]': 'node: all of Node; node@18: all of Node 18; node@18.0.0: this one' },
  options: {},
  asked: (_, targets) => ({ targets }),
  async execute({ targets }) {
    stdout.say(`${await pruneRuntimes(targets)}\n`)
    return EXIT.done
  },
})
