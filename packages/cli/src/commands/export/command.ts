import { EXPORT_FORMATS, type Exported, type ExportFormat, exportRecords } from '@steelyard/interop'
import { UsageError } from '@steelyard/measure'
import type { RunRecord } from '@steelyard/record'
import { type Command, Option } from 'commander'
import type { Select } from '../../options/invocation.ts'
import { RESULTS } from '../../options/options.ts'
import { readRecords } from '../../output/records.ts'
import { shown } from '../../output/shown-path.ts'
import { stderr, stdout } from '../../output/streams.ts'
import { writeFor } from '../../output/write-for.ts'
import { EXIT } from '../../process/exit-code.ts'

interface ExportOptions {
  /** Files; empty for the newest record. */
  readonly records: readonly string[]
  readonly format: ExportFormat
  /** The file to write, - for standard output. */
  readonly out: string
}

export function addExportCommand(program: Command, select: Select): void {
  program
    .command('export')
    .description('convert records to the format of another tool')
    .usage('[record…] --format <format> [options]')
    .argument('[records...]', 'records (default: the newest in results/local)')
    .addOption(
      new Option('--format <format>', 'output format, named after the tool that reads it')
        .choices(EXPORT_FORMATS)
        .makeOptionMandatory(),
    )
    .option('--out <file>', 'file to write; - for standard output', '-')
    .action((records: string[], { format, out }: { format: ExportFormat; out: string }) => {
      const options: ExportOptions = { records, format, out }
      select({ command: 'export', options, execute: () => execute(options) })
    })
}

async function execute({ records, format, out }: ExportOptions): Promise<number> {
  const kept = await readRecords(records, RESULTS)
  const { text, leftOut } = exported(
    kept.map(({ record }) => record),
    format,
  )
  if (leftOut.length > 0) {
    stderr.say(`Left out, because they did not succeed: ${leftOut.join('; ')}\n`)
  }
  if (out === '-') await print(text)
  else await write(out, text)
  return EXIT.done
}

function exported(records: readonly RunRecord[], format: ExportFormat): Exported {
  try {
    return exportRecords(records, format)
  } catch (error) {
    if (error instanceof RangeError) throw new UsageError(error.message)
    throw error
  }
}

/** Piece by piece: all samples of many records would not fit in one string. */
async function print(text: Iterable<string>): Promise<void> {
  for (const piece of text) if (!(await stdout.give(piece))) return
}

async function write(file: string, text: Iterable<string>): Promise<void> {
  await writeFor('--out', file, () => text).catch(error => {
    throw new UsageError((error as Error).message)
  })
  stdout.say(`Wrote ${shown(file)}\n`)
}
