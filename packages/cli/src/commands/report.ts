import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { renderMarkdown } from '@steelyard/report'
import type { Command } from 'commander'
import { shown } from '../emit.ts'
import { EXIT } from '../exit-code.ts'
import { type KeptRecord, readRecords } from '../records.ts'
import { UsageError } from '../usage-error.ts'
import { outOption } from './options.ts'
import type { Choose } from './request.ts'

interface ReportOptions {
  /** Files; empty for the newest record of the folder. */
  readonly records: readonly string[]
  /** Files to write, - for standard output, or null. */
  readonly html: string | null
  readonly markdown: string | null
  readonly out: string
}

export function addReportCommand(program: Command, choose: Choose): void {
  program
    .command('report')
    .description('show records as one page with pictures, which needs no network and can be sent on')
    .usage('[record…] [options]')
    .argument('[records...]', 'records; each stands by itself (default: the newest in results/local)')
    .option('--html <file>', 'where the page goes; - for standard output (default: beside the record)')
    .option('--markdown <file>', 'write Markdown, and the page only with --html; - for standard output')
    .addOption(outOption('where the newest record is looked for'))
    .action((records: string[], { html, markdown, out }: Partial<ReportOptions> & { out: string }) => {
      const options: ReportOptions = { records, html: html ?? null, markdown: markdown ?? null, out }
      choose({ command: 'report', options, carryOut: () => carryOut(options) })
    })
}

async function carryOut({ records, html, markdown, out }: ReportOptions): Promise<number> {
  if (html === '-' && markdown === '-') {
    throw new UsageError(
      'Cannot write the page and Markdown to standard output at once. Give one of them a file.',
    )
  }
  const kept = await readRecords(records, out)
  const page = html ?? (markdown === null ? besideOf(kept) : null)
  const read = kept.map(({ record }) => record)
  const people = page === '-' || markdown === '-' ? process.stderr : process.stdout
  if (page !== null) {
    const { renderHtml } = await import('@steelyard/report/pictures')
    await write(page, renderHtml(read), people)
  }
  if (markdown !== null) await write(markdown, read.map(renderMarkdown).join('\n'), people)
  return EXIT.done
}

/** One record's page has its name; a page of several is the report of their folder. */
function besideOf(kept: readonly KeptRecord[]): string {
  const [first] = kept
  if (first === undefined) throw new Error('there is at least one record')
  return kept.length === 1
    ? first.file.replace(/(\.json)?$/, '.html')
    : join(dirname(first.file), 'report.html')
}

async function write(file: string, text: string, people: NodeJS.WriteStream): Promise<void> {
  if (file === '-') {
    process.stdout.write(text)
    return
  }
  try {
    await mkdir(dirname(resolve(file)), { recursive: true })
    await writeFile(file, text)
  } catch (error) {
    const reason = (error as Error).message.split(',')[0]
    throw new UsageError(`Cannot write ${file}: ${reason}. Choose another place with --html or --markdown.`)
  }
  people.write(`Wrote ${shown(file)}\n`)
}
