import type { DialectName } from '@steelyard/dialects/dialect-name'
import { killAll } from '@steelyard/launcher'
import { ALL, type SuiteWord, type Wanted } from '@steelyard/measure'
import type { Command } from 'commander'
import { addOptions } from '../../options/add-options.ts'
import { flag } from '../../options/entry.ts'
import type { Select } from '../../options/invocation.ts'
import { ownSuites, withOwnSuites } from '../../options/own-suites.ts'
import { optionsOf } from '../../options/table.ts'
import { stderr, stdout } from '../../output/streams.ts'
import { EXIT } from '../../process/exit-code.ts'
import { untilInterrupted } from '../../process/measuring.ts'
import { listingText, listSuites } from './list.ts'

interface ListOptions {
  readonly suites: readonly SuiteWord[]
  readonly dialect: DialectName | null
  readonly wanted: Wanted
  /** Whether suites were asked for by name. */
  readonly withCode: boolean
  readonly json: boolean
}

const OPTIONS = { ...optionsOf('list'), json: flag('--json', { help: 'print JSON' }) } as const

export function addListCommand(program: Command, select: Select): void {
  const command = program
    .command('list')
    .description('list all suites, or the named ones, with question, cases and parameters')
    .argument('[suites...]', 'suites, suite files or benchmark files')
  const given = addOptions(command, OPTIONS)
  command.action((words: string[]) => {
    const { suites: folders, filters, tags, dialect, json } = given()
    const asked = words.length === 0 && folders.length > 0 ? [...ownSuites(folders).values(), ALL] : null
    const options: ListOptions = {
      suites: asked ?? withOwnSuites(words, folders),
      dialect,
      wanted: { cases: [], filters, tags },
      withCode: words.length > 0,
      json,
    }
    select({ command: 'list', options, execute: () => execute(options) })
  })
}

async function execute({ suites, dialect, wanted, withCode, json }: ListOptions): Promise<number> {
  const listing = await untilInterrupted(async signal => {
    signal.addEventListener('abort', () => void killAll())
    const found = await listSuites(suites, dialect, wanted)
    return signal.aborted ? null : found
  })
  if (listing === null) return EXIT.interrupted
  if (json) await stdout.give(`${JSON.stringify(listing.suites, null, 2)}\n`)
  else stdout.say(`${listingText(listing, withCode)}\n`)
  for (const error of listing.errors) stderr.say(`${error}\n`)
  return listing.errors.length > 0 ? EXIT.failed : EXIT.done
}
