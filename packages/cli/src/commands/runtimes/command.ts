import {
  type InstalledRuntime,
  listInstalled,
  removeEntry,
  removePartial,
  runtimesHome,
} from '@steelyard/launcher'
import { inWorkspace, isRelease, readTarget, resolveTargets, UsageError } from '@steelyard/measure'
import { PACKAGED, runners } from '@steelyard/runners'
import { counted, formatMemory, IS_PUBLISHED, NAME } from '@steelyard/text'
import type { Command } from 'commander'
import { defineCommand } from '../../options/define-command.ts'
import type { Select } from '../../options/invocation.ts'
import { fetchEvents } from '../../output/fetch-events.ts'
import { stderr, stdout } from '../../output/streams.ts'
import { EXIT } from '../../process/exit-code.ts'
import { untilInterrupted } from '../../process/measuring.ts'
import { unknownCommand } from '../help/command.ts'

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
  options: {},
  asked(given, [word], { parent }) {
    if (word !== undefined && parent !== null) parent.error(`error: ${unknownCommand(word, parent)}`)
    return given
  },
  async execute() {
    stdout.say(`${runtimesText(await fetchedRuntimes())}\n`)
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

async function fetchedRuntimes(): Promise<readonly InstalledRuntime[]> {
  return (await Promise.all(PACKAGED.map(listInstalled))).flat()
}

function runtimesText(all: readonly InstalledRuntime[]): string {
  if (all.length === 0)
    return IS_PUBLISHED
      ? 'No runtimes are downloaded. The first command that needs one downloads it.'
      : 'No runtimes are downloaded. A target with a version, such as node@24, downloads one.'
  const rows = all.map(one => [
    nameOf(one),
    `${runners[one.runtime].engineName} ${one.facts.engineVersion}`,
    formatMemory(one.facts.sizeBytes),
    `last used ${one.lastUsedAt.slice(0, 10)}`,
  ])
  const widths = [0, 1, 2].map(column => Math.max(...rows.map(row => row[column]?.length ?? 0)))
  const lines = rows.map(row => row.map((text, column) => text.padEnd(widths[column] ?? 0)).join('  '))
  return [...lines, '', `${counted(all.length, 'version')}, ${sizeOf(all)}`].join('\n')
}

/**
 * Removes downloaded runtimes: all, or those that `words` name (`node`, `node@18`, `node@18.0.0`).
 *
 * @returns what was removed, for people
 * @throws UsageError for a word that names no downloaded version; nothing is removed then
 */
async function pruneRuntimes(words: readonly string[]): Promise<string> {
  const all = await fetchedRuntimes()
  const named = words.length === 0 ? all : [...new Set(words.flatMap(word => namedBy(word, all)))]
  for (const one of named) await removeEntry(runtimesHome(one.runtime), one.version)
  for (const name of PACKAGED) await removePartial(runtimesHome(name))
  return named.length === 0
    ? 'There was nothing to remove.'
    : `Removed ${named.map(nameOf).join(', ')}: ${sizeOf(named)} freed.`
}

export function namedBy<One extends Pick<InstalledRuntime, 'runtime' | 'version'>>(
  word: string,
  all: readonly One[],
): readonly One[] {
  const spec = readTarget(word)
  const { runtime, version } = spec
  const found = all.filter(
    one =>
      isRelease(spec) &&
      one.runtime === runtime &&
      (version === null || one.version === version || one.version.startsWith(`${version}.`)),
  )
  if (found.length > 0) return found
  throw new UsageError(
    `Cannot remove ${word}: no such version is downloaded. '${NAME} runtimes' lists those that are.`,
  )
}

function nameOf({ runtime, version }: InstalledRuntime): string {
  return `${runtime}@${version}`
}

function sizeOf(all: readonly InstalledRuntime[]): string {
  return formatMemory(all.reduce((sum, { facts }) => sum + facts.sizeBytes, 0))
}
