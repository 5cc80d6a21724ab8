import { dirname, join, parse } from 'node:path'
import { UsageError } from '@steelyard/measure'
import type { RunRecord } from '@steelyard/record'
import { renderDistributions, renderHeader, renderReport } from '@steelyard/report'
import type { TerminalStyle } from '@steelyard/text'
import type { Command } from 'commander'
import { addOptions } from '../../options/add-options.ts'
import { flag, oneOf, text, type ValuesOf, withInitial } from '../../options/entry.ts'
import type { Select } from '../../options/invocation.ts'
import { optionsOf } from '../../options/table.ts'
import { troublesOf } from '../../output/destinations.ts'
import { MOST_BYTES, writeMarkdown } from '../../output/markdown-file.ts'
import { type KeptRecord, readRecords } from '../../output/records.ts'
import { shown } from '../../output/shown-path.ts'
import { terminalStyleOf } from '../../output/terminal-style.ts'
import { giveFor } from '../../output/write-for.ts'
import { peopleOf } from '../../output/write-results.ts'
import { EXIT } from '../../process/exit-code.ts'

const OPTIONS = {
  ...optionsOf('report'),
  fit: withInitial(
    oneOf('--fit <place>', Object.keys(MOST_BYTES) as (keyof typeof MOST_BYTES)[], {
      help: 'shorten the Markdown to what GitHub accepts there',
    }),
    'summary',
  ),
  svg: text('--svg <file>', {
    help: 'write the matrix as a picture, light or dark as what shows it; no page without --html',
    isFile: true,
  }),
  terminal: flag('--terminal', {
    help: 'print every number, with the distribution of the samples; no page without --html',
  }),
} as const

interface ReportOptions extends ValuesOf<typeof OPTIONS> {
  /** Files; empty for the newest record of the folder. */
  readonly records: readonly string[]
}

export function addReportCommand(program: Command, select: Select): void {
  const command = program
    .command('report')
    .description('write records as one HTML page with charts, which needs no network')
    .usage('[record…] [options]')
    .argument('[records...]', 'records; each gets its own section (default: the newest in results/local)')
  const given = addOptions(command, OPTIONS)
  command.action((records: string[]) => {
    const options: ReportOptions = { records, ...given() }
    select({ command: 'report', options, execute: () => execute(options) })
  })
}

async function execute(options: ReportOptions): Promise<number> {
  const { records, html, markdown, fit, terminal, svg, out } = options
  const kept = await readRecords(records, out)
  const isPageAlone = markdown === null && svg === null && !terminal
  const page = html ?? (isPageAlone ? besideOf(kept) : null)
  const read = kept.map(({ record }) => record)
  const people = peopleOf(page, markdown, svg)
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
    ...(svg === null ? [] : [() => writePictures(svg, read, wrote)]),
  ])
  if (troubles.length > 0) throw new UsageError(troubles.join('\n'))
  return EXIT.done
}

/** Writes the matrix of each suite; of several, each file has the name of its suite. */
async function writePictures(
  file: string,
  records: readonly RunRecord[],
  wrote: (file: string) => void,
): Promise<void> {
  const { renderMatrices } = await import('@steelyard/report/pictures')
  const matrices = records.flatMap(renderMatrices)
  if (matrices.length === 0) throw new UsageError('There is no matrix to draw: nothing was compared.')
  if (matrices.length > 1 && file === '-') {
    throw new UsageError(
      `There are ${matrices.length} matrices. Name a file: each suite's has its name added.`,
    )
  }
  const { dir, name, ext } = parse(file)
  for (const { suite, svg } of matrices) {
    const own = matrices.length === 1 ? file : join(dir, `${name}-${suite}${ext}`)
    await giveFor('--svg', own, svg)
    wrote(own)
  }
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
