import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { EXPORT_FORMATS, type Exported, type ExportFormat, exportRecords } from '@steelyard/exchange'
import type { RunRecord } from '@steelyard/store'
import { type Command, Option } from 'commander'
import { shown } from '../emit.ts'
import { EXIT } from '../exit-code.ts'
import { readRecords } from '../records.ts'
import { UsageError } from '../usage-error.ts'
import { RESULTS } from './options.ts'
import type { Choose } from './request.ts'

interface ExportOptions {
  /** Files; empty for the newest record that was kept. */
  readonly records: readonly string[]
  readonly format: ExportFormat
  /** The file to write, - for standard output. */
  readonly out: string
}

export function addExportCommand(program: Command, choose: Choose): void {
  program
    .command('export')
    .description('write records in the format of another tool')
    .usage('[record…] --format <format> [options]')
    .argument('[records...]', 'records (default: the newest in results/local)')
    .addOption(
      new Option('--format <format>', 'what is to read it').choices(EXPORT_FORMATS).makeOptionMandatory(),
    )
    .option('--out <file>', 'where it goes; - for standard output', '-')
    .action((records: string[], { format, out }: { format: ExportFormat; out: string }) => {
      const options: ExportOptions = { records, format, out }
      choose({ command: 'export', options, carryOut: () => carryOut(options) })
    })
}

async function carryOut({ records, format, out }: ExportOptions): Promise<number> {
  const kept = await readRecords(records, RESULTS)
  const { text, leftOut } = exported(
    kept.map(({ record }) => record),
    format,
  )
  if (leftOut.length > 0) {
    process.stderr.write(`Left out, since it did not end well: ${leftOut.join('; ')}\n`)
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

/** Piece by piece: all samples of many records would not fit in one text. */
async function print(text: Iterable<string>): Promise<void> {
  for (const piece of text) {
    if (process.stdout.write(piece)) continue
    // A reader that has gone, such as `head`, wants no more.
    const isOpen = await once(process.stdout, 'drain').then(
      () => true,
      () => false,
    )
    if (!isOpen) return
  }
}

async function write(file: string, text: Iterable<string>): Promise<void> {
  try {
    await mkdir(dirname(resolve(file)), { recursive: true })
    await pipeline(Readable.from(text), createWriteStream(file))
  } catch (error) {
    const reason = (error as Error).message.split(',')[0]
    throw new UsageError(`Cannot write ${file}: ${reason}. Choose another place with --out.`)
  }
  process.stdout.write(`Wrote ${shown(file)}\n`)
}
