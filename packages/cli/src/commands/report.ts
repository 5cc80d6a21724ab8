import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { type Look, renderDistributions, renderHeader, renderReport } from '@steelyard/report'
import type { RunRecord } from '@steelyard/store'
import { type Command, Option } from 'commander'
import { shown } from '../emit.ts'
import { EXIT } from '../exit-code.ts'
import { lookOf } from '../look-of.ts'
import { MOST_BYTES, writeMarkdown } from '../markdown-file.ts'
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
  /** Where the Markdown has to fit. */
  readonly fit: keyof typeof MOST_BYTES
  /** Whether it is shown on the terminal. */
  readonly terminal: boolean
  readonly out: string
}

type RawReportOptions = Partial<Pick<ReportOptions, 'html' | 'markdown' | 'terminal'>> &
  Pick<ReportOptions, 'fit' | 'out'>

export function addReportCommand(program: Command, choose: Choose): void {
  program
    .command('report')
    .description('show records as one page with pictures, which needs no network and can be sent on')
    .usage('[record…] [options]')
    .argument('[records...]', 'records; each stands by itself (default: the newest in results/local)')
    .option('--html <file>', 'where the page goes; - for standard output (default: beside the record)')
    .option('--markdown <file>', 'write Markdown, and the page only with --html; - for standard output')
    .addOption(
      new Option('--fit <place>', 'shorten the Markdown to what GitHub takes there')
        .choices(Object.keys(MOST_BYTES))
        .default('summary'),
    )
    .option(
      '--terminal',
      'show it here, with how the samples are spread, and write the page only with --html',
    )
    .addOption(outOption('where the newest record is looked for'))
    .action((records: string[], { html, markdown, fit, terminal, out }: RawReportOptions) => {
      const options: ReportOptions = {
        records,
        html: html ?? null,
        markdown: markdown ?? null,
        fit,
        terminal: terminal ?? false,
        out,
      }
      choose({ command: 'report', options, carryOut: () => carryOut(options) })
    })
}

async function carryOut({ records, html, markdown, fit, terminal, out }: ReportOptions): Promise<number> {
  if (html === '-' && markdown === '-') {
    throw new UsageError(
      'Cannot write the page and Markdown to standard output at once. Give one of them a file.',
    )
  }
  const kept = await readRecords(records, out)
  const page = html ?? (markdown === null && !terminal ? besideOf(kept) : null)
  const read = kept.map(({ record }) => record)
  const people = page === '-' || markdown === '-' ? process.stderr : process.stdout
  if (terminal) people.write(`${read.map(record => terminalText(record, lookOf(people))).join('\n\n')}\n`)
  if (page !== null) {
    const { renderHtml } = await import('@steelyard/report/pictures')
    const text = renderHtml(read)
    if (page === '-') process.stdout.write(text)
    else await write(page, file => writeFile(file, text), people)
  }
  if (markdown === '-') await writeMarkdown(markdown, read, MOST_BYTES[fit])
  else if (markdown !== null) {
    await write(markdown, file => writeMarkdown(file, read, MOST_BYTES[fit]), people)
  }
  return EXIT.done
}

function terminalText(record: RunRecord, look: Look): string {
  return [renderHeader(record, look), renderReport(record, look), renderDistributions(record, look)]
    .filter(text => text !== '')
    .join('\n\n')
}

/** One record's page has its name; a page of several is the report of their folder. */
function besideOf(kept: readonly KeptRecord[]): string {
  const [first] = kept
  if (first === undefined) throw new Error('there is at least one record')
  return kept.length === 1
    ? first.file.replace(/(\.json)?$/, '.html')
    : join(dirname(first.file), 'report.html')
}

async function write(
  file: string,
  writeTo: (file: string) => Promise<void>,
  people: NodeJS.WriteStream,
): Promise<void> {
  try {
    await mkdir(dirname(resolve(file)), { recursive: true })
    await writeTo(file)
  } catch (error) {
    const reason = (error as Error).message.split(',')[0]
    throw new UsageError(`Cannot write ${file}: ${reason}. Choose another place with --html or --markdown.`)
  }
  people.write(`Wrote ${shown(file)}\n`)
}
