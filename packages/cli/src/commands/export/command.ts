import { EXPORT_FORMATS, type Exported, type ExportFormat, exportRecords } from '@steelyard/interop'
import { UsageError } from '@steelyard/measure'
import type { RunRecord } from '@steelyard/record'
import type { Command } from 'commander'
import { addOptions } from '../../options/add-options.ts'
import { oneOf, required, text, type ValuesOf, withInitial } from '../../options/entry.ts'
import type { Select } from '../../options/invocation.ts'
import { RESULTS } from '../../options/table/results.ts'
import { readRecords } from '../../output/records.ts'
import { shown } from '../../output/shown-path.ts'
import { stderr, stdout } from '../../output/streams.ts'
import { writeFor } from '../../output/write-for.ts'
import { EXIT } from '../../process/exit-code.ts'

const OPTIONS = {
  format: required(
    oneOf('--format <format>', EXPORT_FORMATS, { help: 'output format, named after the tool that reads it' }),
  ),
  out: withInitial(text('--out <file>', { help: 'file to write; - for standard output' }), '-'),
} as const

interface ExportOptions extends ValuesOf<typeof OPTIONS> {
  /** Files; empty for the newest record. */
  readonly records: readonly string[]
}

export function addExportCommand(program: Command, select: Select): void {
  const command = program
    .command('export')
    .description('convert records to the format of another tool')
    .usage('[record…] --format <format> [options]')
    .argument('[records...]', 'records (default: the newest in results/local)')
  const given = addOptions(command, OPTIONS)
  command.action((records: string[]) => {
    const options: ExportOptions = { records, ...given() }
    select({ command: 'export', options, execute: () => execute(options) })
  })
}

async function execute({ records, format, out }: ExportOptions): Promise<number> {
  const kept = await readRecords(records, RESULTS)
  const { text: content, leftOut } = exported(
    kept.map(({ record }) => record),
    format,
  )
  if (leftOut.length > 0) {
    stderr.say(`Left out, because they did not succeed: ${leftOut.join('; ')}\n`)
  }
  if (out === '-') await print(content)
  else await write(out, content)
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
