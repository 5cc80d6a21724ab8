import { readFile, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { type ForeignFile, IMPORT_FORMATS, importRecord } from '@steelyard/interop'
import { UsageError } from '@steelyard/measure'
import type { ForeignName, RunRecord } from '@steelyard/record'
import { renderReport } from '@steelyard/report'
import type { Command } from 'commander'
import { addOptions } from '../../options/add-options.ts'
import { oneOf, text, type ValuesOf } from '../../options/entry.ts'
import type { Select } from '../../options/invocation.ts'
import { optionsOf } from '../../options/table.ts'
import { keepRecord } from '../../output/keep-record.ts'
import { shown } from '../../output/shown-path.ts'
import { stderr, stdout } from '../../output/streams.ts'
import { terminalStyleOf } from '../../output/terminal-style.ts'
import { EXIT } from '../../process/exit-code.ts'
import { reasonOf } from '../../process/reason-of.ts'
import { steelyardVersion } from '../../version.ts'

const OPTIONS = {
  format: oneOf('--format <format>', IMPORT_FORMATS, { help: 'tool that wrote the file (default: guessed)' }),
  target: text('--target <target>', {
    help: 'target it ran on, e.g. node@26.10.0, if the file does not name it',
  }),
  ...optionsOf('import'),
} as const

interface ImportOptions extends ValuesOf<typeof OPTIONS> {
  readonly file: string
}

export function addImportCommand(program: Command, select: Select): void {
  const command = program
    .command('import')
    .description('convert a result of another tool to a record (without verdicts)')
    .usage('<file> [options]')
    .argument('<file>', 'file that the tool wrote')
  const given = addOptions(command, OPTIONS)
  command.action((file: string) => {
    const options: ImportOptions = { file, ...given() }
    select({ command: 'import', options, execute: () => execute(options) })
  })
}

async function execute({ file, format, target, out }: ImportOptions): Promise<number> {
  const found = await read(file)
  const record = imported(found, format, target)
  const kept = await keepRecord(record, out)
  const guess = format === null ? `${found.name} looks like ${record.foreign?.tool}.\n\n` : ''
  stdout.say(guess)
  stdout.show(`${renderReport(record, terminalStyleOf(stdout))}\n\n`)
  if (kept.file !== null) stdout.say(`Record: ${shown(kept.file)}\n`)
  if (kept.trouble !== null) stderr.say(`${kept.trouble}\n`)
  return kept.file === null ? EXIT.failed : EXIT.done
}

function imported(file: ForeignFile, format: ForeignName | null, target: string | null): RunRecord {
  try {
    return importRecord(file, { format, target, steelyard: steelyardVersion() })
  } catch (error) {
    if (error instanceof SyntaxError) throw new UsageError(error.message)
    throw error
  }
}

async function read(file: string): Promise<ForeignFile> {
  try {
    const [content, { mtime }] = await Promise.all([readFile(file, 'utf8'), stat(file)])
    return { name: basename(file), text: content, modifiedAt: mtime }
  } catch (error) {
    throw new UsageError(`Cannot read ${file}: ${reasonOf(error)}. Name a file that one of the tools wrote.`)
  }
}
