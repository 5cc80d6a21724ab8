import { ALL, SUITES_FOLDER } from '@steelyard/measure'
import { shellQuoted } from '@steelyard/report'
import { IS_PUBLISHED, PROGRAM } from '@steelyard/text'
import { defineCommand } from '../../options/define-command.ts'
import { flag, text } from '../../options/entry.ts'
import { shown } from '../../output/shown-path.ts'
import { stdout } from '../../output/streams.ts'
import { EXIT } from '../../process/exit-code.ts'
import { makeSuite, type NewSuiteOptions } from './new-suite.ts'

const DEFAULT_PLACE = IS_PUBLISHED ? 'this folder' : 'this folder, with --folder bench'

const OPTIONS = {
  folder: flag('--folder', {
    help: 'a folder with a README, as the built-in suites are, instead of one file',
  }),
  dir: text('--dir <dir>', { help: `folder to create it in (default: ${DEFAULT_PLACE})` }),
} as const

export const addNewCommand = defineCommand({
  name: 'new',
  description: 'create a suite from a template that runs unchanged: one file',
  words: { '<suite>': 'name of the suite in kebab-case, e.g. array-copy' },
  options: OPTIONS,
  asked({ dir, folder }, [name = ''], { parent }): NewSuiteOptions {
    const reserved = [ALL, ...(parent?.commands ?? []).map(one => one.name())]
    return { name, directory: dir ?? (folder && !IS_PUBLISHED ? SUITES_FOLDER : '.'), folder, reserved }
  },
  async execute(options) {
    const [suite = '', readme] = await makeSuite(options)
    const next =
      readme === undefined ? fileText(shown(suite)) : folderText(options, shown(suite), shown(readme))
    stdout.say(`${next}\n`)
    return EXIT.done
  },
})

function fileText(file: string): string {
  return `Wrote ${file}

It already runs, on four runtimes:
  ${PROGRAM} ${shellQuoted(file)} --quick

What to do next:
  1. Write your own cases into ${file}.
  2. Get verdicts:  ${PROGRAM} ${shellQuoted(file)}`
}

function folderText({ name, directory }: NewSuiteOptions, suite: string, readme: string): string {
  // A suite of this repository is named, any other is given by its path.
  const word = directory === SUITES_FOLDER ? name : shellQuoted(suite)
  return `Wrote ${suite}
Wrote ${readme}

It already runs, on four runtimes:
  ${PROGRAM} ${word} --quick

What to do next:
  1. Write your question, your cases and the expected output into ${suite}.
  2. See what would run:       ${PROGRAM} ${word} --dry-run
  3. Get verdicts:             ${PROGRAM} ${word}
  4. Explain in ${readme} who claims what, how to read the result and how it can mislead.`
}
