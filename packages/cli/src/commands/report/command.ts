import { dirname, join } from 'node:path'
import { UsageError } from '@steelyard/measure'
import type { RunRecord } from '@steelyard/record'
import { renderDistributions, renderHeader, renderReport } from '@steelyard/report'
import type { TerminalStyle } from '@steelyard/text'
import { type Command, Option } from 'commander'
import type { Select } from '../../options/invocation.ts'
import { outOption } from '../../options/options.ts'
import { troublesOf } from '../../output/destinations.ts'
import { MOST_BYTES, writeMarkdown } from '../../output/markdown-file.ts'
import { type KeptRecord, readRecords } from '../../output/records.ts'
import { shown } from '../../output/shown-path.ts'
import { stderr, stdout } from '../../output/streams.ts'
import { terminalStyleOf } from '../../output/terminal-style.ts'
import { giveFor } from '../../output/write-for.ts'
import { EXIT } from '../../process/exit-code.ts'

interface ReportOptions {
  /** Files; empty for the newest record of the folder. */
  readonly records: readonly string[]
  /** Files to write, - for standard output, or null. */
  readonly html: string | null
  readonly markdown: string | null
  /** Where GitHub shows the Markdown. */
  readonly fit: keyof typeof MOST_BYTES
  /** Whether to print the report. */
  readonly terminal: boolean
  readonly out: string
}

type RawReportOptions = Partial<Pick<ReportOptions, 'html' | 'markdown' | 'terminal'>> &
  Pick<ReportOptions, 'fit' | 'out'>

export function addReportCommand(program: Command, select: Select): void {
  program
    .command('report')
    .description('write records as one HTML page with charts, which needs no network')
    .usage('[record…] [options]')
    .argument('[records...]', 'records; each gets its own section (default: the newest in results/local)')
    .option('--html <file>', 'file for the page; - for standard output (default: next to the record)')
    .option('--markdown <file>', 'write Markdown to this file; no page without --html; - for standard output')
    .addOption(
      new Option('--fit <place>', 'shorten the Markdown to what GitHub accepts there')
        .choices(Object.keys(MOST_BYTES))
        .default('summary'),
    )
    .option('--terminal', 'print the report with the distribution of the samples; no page without --html')
    .addOption(outOption('folder that is searched for the newest record'))
    .action((records: string[], { html, markdown, fit, terminal, out }: RawReportOptions) => {
      const options: ReportOptions = {
        records,
        html: html ?? null,
        markdown: markdown ?? null,
        fit,
        terminal: terminal ?? false,
        out,
      }
      select({ command: 'report', options, execute: () => execute(options) })
    })
}

async function execute({ records, html, markdown, fit, terminal, out }: ReportOptions): Promise<number> {
  if (html === '-' && markdown === '-') {
    throw new UsageError(
      'Cannot write the page and Markdown to standard output at once. Give one of them a file.',
    )
  }
  const kept = await readRecords(records, out)
  const page = html ?? (markdown === null && !terminal ? besideOf(kept) : null)
  const read = kept.map(({ record }) => record)
  const people = page === '-' || markdown === '-' ? stderr : stdout
  if (terminal)
    people.show(`${read.map(record => terminalText(record, terminalStyleOf(people))).join('\n\n')}\n`)
  const wrote = (file: string) => {
    if (file !== '-') people.say(`Wrote ${shown(file)}\n`)
  }
  const writePage = async (file: string) => {
    const { renderHtml } = await import('@steelyard/report/pictures')
    await giveFor('--html', file, renderHtml(read))
    wrote(file)
  }
  const troubles = await troublesOf([
    ...(page === null ? [] : [() => writePage(page)]),
    ...(markdown === null
      ? []
      : [() => writeMarkdown(markdown, read, MOST_BYTES[fit]).then(() => wrote(markdown))]),
  ])
  if (troubles.length > 0) throw new UsageError(troubles.join('\n'))
  return EXIT.done
}

function terminalText(record: RunRecord, style: TerminalStyle): string {
  return [renderHeader(record, style), renderReport(record, style), renderDistributions(record, style)]
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
