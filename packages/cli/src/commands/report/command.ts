import { dirname, join, parse } from 'node:path'
import { UsageError } from '@steelyard/measure'
import type { RunRecord } from '@steelyard/record'
import { renderBlocks, renderHeader, renderMarkdown, renderReport, samplesTables } from '@steelyard/report'
import type { TerminalStyle } from '@steelyard/text'
import { defineCommand } from '../../options/define-command.ts'
import { flag, oneOf, text, withInitial } from '../../options/entry.ts'
import { RESULTS } from '../../options/table/results.ts'
import { optionsOf } from '../../options/table.ts'
import { MARKDOWN_BYTES } from '../../output/destinations.ts'
import { fileWord } from '../../output/file-word.ts'
import type { Output } from '../../output/output.ts'
import { pngOf } from '../../output/png.ts'
import { type KeptRecord, readRecords } from '../../output/records.ts'
import { shown } from '../../output/shown-path.ts'
import { writeFor } from '../../output/write-for.ts'
import { allDone, peopleOf, pictures, writesOf } from '../../output/write-results.ts'
import { EXIT } from '../../process/exit-code.ts'

const OPTIONS = {
  ...optionsOf('report'),
  fit: withInitial(
    oneOf('--fit <place>', Object.keys(MARKDOWN_BYTES) as (keyof typeof MARKDOWN_BYTES)[], {
      help: 'shorten the Markdown to what GitHub accepts there',
      refuse: ({ markdown }) => (markdown === null ? '--fit shortens Markdown; add --markdown <file>' : null),
    }),
    'summary',
  ),
  svg: text('--svg <file>', {
    help: 'write the matrix as a picture, light or dark like its reader, in place of the page',
    isFile: true,
  }),
  png: text('--png <file>', {
    help: 'write the matrix as a PNG, with an installed browser, in place of the page',
    refuse: ({ png }) => (png === '-' ? 'A PNG is no text: give --png a file.' : null),
  }),
  terminal: flag('--terminal', {
    help: 'print every number, with the distribution of the samples, in place of the page',
  }),
} as const

export const addReportCommand = defineCommand({
  name: 'report',
  description: 'write records as one HTML page with charts, which needs no network',
  usage: '[record…] [options]',
  words: { '[records...]': `records; each gets its own section (default: the newest in ${RESULTS})` },
  options: OPTIONS,
  asked(given, records, command) {
    if (records.length > 0 && given.out !== RESULTS)
      command.error('error: --out is searched for the newest record; name records or --out, not both')
    return { ...given, records }
  },
  async execute({ records, html: page, markdown, fit, terminal, svg, png, out }) {
    const kept = await readRecords(records, out)
    const isPageAlone = markdown === null && svg === null && png === null && !terminal
    const html = page ?? (isPageAlone ? besideOf(kept) : null)
    const read = kept.map(({ record }) => record)
    const people = peopleOf(html, markdown, svg)
    if (terminal) people.show(`${read.map(record => terminalText(record, people.style)).join('\n\n')}\n`)
    const isWritten = await allDone([
      ...writesOf(
        { html, markdown },
        {
          html: async () => (await pictures()).renderHtml(read),
          markdown: () => renderMarkdown(read, MARKDOWN_BYTES[fit]),
        },
      ),
      ...(svg === null ? [] : [() => writePictures(svg, read, writeSvg)]),
      ...(png === null
        ? []
        : [() => writePictures(png, read, (file, drawn) => writePng(file, drawn, people))]),
    ])
    return isWritten ? EXIT.done : EXIT.usage
  },
})

/** Writes the matrix of each suite; of several, each file has the name of its suite, and a number where another has it too. */
async function writePictures(
  file: string,
  records: readonly RunRecord[],
  write: (file: string, svg: string) => Promise<void>,
): Promise<void> {
  const matrices = records.flatMap((await pictures()).renderMatrices)
  if (matrices.length === 0) throw new UsageError('There is no matrix to draw: nothing was compared.')
  if (matrices.length > 1 && file === '-') {
    throw new UsageError(
      `There are ${matrices.length} matrices. Name a file: each suite's has its name added.`,
    )
  }
  const { dir, name, ext } = parse(file)
  const words = matrices.map(({ suite }) => fileWord(suite))
  for (const [index, { svg }] of matrices.entries()) {
    const word = words[index] ?? ''
    const before = words.slice(0, index).filter(each => each === word).length
    const own = `${name}-${word}${before === 0 ? '' : `-${before + 1}`}${ext}`
    await write(matrices.length === 1 ? file : join(dir, own), svg)
  }
}

async function writeSvg(file: string, svg: string): Promise<void> {
  for (const write of writesOf({ svg: file }, { svg: () => svg })) await write()
}

async function writePng(file: string, svg: string, people: Output): Promise<void> {
  const png = await pngOf(svg)
  await writeFor('--png', file, () => png)
  people.say(`Wrote ${shown(file)}\n`)
}

function terminalText(record: RunRecord, style: TerminalStyle): string {
  return [
    renderHeader(record, style),
    renderReport(record, style),
    renderBlocks(samplesTables(record), style),
  ]
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
