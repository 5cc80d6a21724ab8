import { ALL, SUITES_FOLDER } from '@steelyard/measure'
import { IS_PUBLISHED, PROGRAM } from '@steelyard/text'
import type { Command } from 'commander'
import type { Select } from '../../options/invocation.ts'
import { shown } from '../../output/shown-path.ts'
import { stdout } from '../../output/streams.ts'
import { EXIT } from '../../process/exit-code.ts'
import { makeSuite, type NewSuiteOptions } from './new-suite.ts'

export function addNewCommand(program: Command, select: Select): void {
  program
    .command('new')
    .description('create a suite from a template that runs unchanged')
    .argument('<suite>', 'name of the suite in kebab-case, e.g. array-copy')
    .option('--dir <dir>', `folder to create it in (default: ${IS_PUBLISHED ? 'this folder' : 'bench'})`)
    .action((name: string, { dir }: { dir?: string }) => {
      const reserved = [ALL, ...program.commands.map(command => command.name())]
      const options: NewSuiteOptions = {
        name,
        directory: dir ?? (IS_PUBLISHED ? '.' : SUITES_FOLDER),
        reserved,
      }
      select({ command: 'new', options, execute: () => execute(options) })
    })
}

async function execute(options: NewSuiteOptions): Promise<number> {
  const [suite = '', readme = ''] = await makeSuite(options)
  stdout.say(`${nextText(options, shown(suite), shown(readme))}\n`)
  return EXIT.done
}

function nextText({ name, directory }: NewSuiteOptions, suite: string, readme: string): string {
  // A suite of this repository is named, any other is given by its path.
  const word = directory === SUITES_FOLDER ? name : suite
  return `Wrote ${suite}
Wrote ${readme}

It already runs, on four runtimes, in about a minute:
  ${PROGRAM} ${word} --quick

What to do next:
  1. Write your question, your cases and the expected output into ${suite}.
  2. See what would run:       ${PROGRAM} ${word} --dry-run
  3. Get verdicts:             ${PROGRAM} ${word}
  4. Explain in ${readme} who claims what, how to read the result and how it can mislead.`
}
