import type { Command } from 'commander'
import { addOptions } from '../../options/add-options.ts'
import { flag } from '../../options/entry.ts'
import type { Select } from '../../options/invocation.ts'
import { ProgressLine } from '../../output/progress.ts'
import { stderr, stdout } from '../../output/streams.ts'
import { EXIT } from '../../process/exit-code.ts'
import { watchInterruption } from '../../process/interruption.ts'
import { prepareSuites, pruneApps } from './prepare.ts'

export function addPrepareCommand(program: Command, select: Select): void {
  const command = program
    .command('prepare')
    .description('build the apps that a suite of servers needs, from npm packages, and cache them')
    .argument('[suites...]', 'suites, suite files, or all')
  const given = addOptions(command, {
    prune: flag('--prune', { help: 'remove cached apps whose sources were changed or deleted' }),
  })
  command.action((suites: string[]) => {
    const { prune } = given()
    if (prune === suites.length > 0) {
      command.error(
        prune ? 'error: --prune is for all apps; leave the suites out' : 'error: name a suite, or all',
      )
    }
    const execute = () => (prune ? pruned() : prepared(suites))
    select({ command: 'prepare', options: { suites, prune }, execute })
  })
}

async function pruned(): Promise<number> {
  stdout.say(`${await pruneApps()}\n`)
  return EXIT.done
}

async function prepared(suites: readonly string[]): Promise<number> {
  const { signal, dispose } = watchInterruption()
  const line = new ProgressLine(0)
  try {
    const isReady = await prepareSuites(
      suites,
      { signal, onProgress: text => line.show(text) },
      ({ isReady, text }) => {
        line.clear()
        const output = isReady ? stdout : stderr
        output.say(`${text}\n`)
      },
    )
    return isReady ? EXIT.done : EXIT.failed
  } catch (error) {
    if (!signal.aborted) throw error
    stderr.say('Interrupted: unfinished apps were not saved.\n')
    return EXIT.interrupted
  } finally {
    dispose()
  }
}
