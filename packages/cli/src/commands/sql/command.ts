import { dirname, join, resolve } from 'node:path'
import {
  type Answer,
  ArchiveError,
  checkSyntax,
  describeTables,
  type ExportFormat,
  type Query,
} from '@steelyard/archive'
import { csvLine, makeFolders } from '@steelyard/record'
import { counted, renderRows } from '@steelyard/text'
import { defineCommand } from '../../options/define-command.ts'
import { type Given, oneOf, text, type ValuesOf, withInitial } from '../../options/entry.ts'
import { RESULTS } from '../../options/table/results.ts'
import { shown } from '../../output/shown-path.ts'
import { stdout } from '../../output/streams.ts'
import { writing } from '../../output/write-for.ts'
import { asUsage } from '../../process/as-usage.ts'
import { EXIT } from '../../process/exit-code.ts'
import { withArchive } from './with-archive.ts'

/** All records of a repository, committed ones too. */
export const ALL_RESULTS = dirname(RESULTS)

const SHOWN_ROWS = 100

const OPTIONS = {
  format: withInitial(
    oneOf('--format <how>', ['table', 'csv', 'json'], {
      help: 'format of the printed rows',
      refuse: (given: Given) =>
        given.export === null ? null : '--format is of printed rows, and --export prints none',
    }),
    'table',
  ),
  export: oneOf('--export <format>', ['parquet', 'csv'], {
    help: 'write the rows to a file; without a query, write every table',
  }),
  into: text('--into <path>', {
    help: 'file for the rows, or folder for the tables (default: steelyard.<format> or steelyard-tables)',
    refuse: (given: Given) =>
      given.export === null ? '--into needs --export parquet or --export csv' : null,
  }),
} as const

interface SqlOptions extends ValuesOf<typeof OPTIONS> {
  /** null to list the tables, or to export them all. */
  readonly query: string | null
  readonly sources: readonly string[]
}

export const addSqlCommand = defineCommand({
  name: 'sql',
  description: 'query many records with SQL; without a query, list tables and columns',
  usage: '["<query>" [record or folder…]] [options]',
  words: {
    '[query]': 'one SELECT; DuckDB runs it, and can read only the records',
    '[sources...]': 'records, or folders of them (default: results)',
  },
  options: OPTIONS,
  asked(given, [query = null, ...sources], command): SqlOptions {
    if (query === null && given.format !== 'table')
      command.error('error: --format is of the rows of a query; name a query')
    return { ...given, query, sources: sources.length > 0 ? sources : [ALL_RESULTS] }
  },
  execute,
})

async function execute(options: SqlOptions): Promise<number> {
  const { query, sources, format } = options
  if (query !== null) await asUsage([ArchiveError], () => checkSyntax(query))
  if (options.export !== null) await exportRows(options, options.export)
  else if (query === null) stdout.show(`${tablesText()}\n`)
  else await withArchive(sources, async archive => write(await archive.ask(query), format))
  return EXIT.done
}

async function exportRows({ query, sources, into }: SqlOptions, format: ExportFormat): Promise<void> {
  const target = resolve(into ?? (query === null ? 'steelyard-tables' : `steelyard.${format}`))
  const folder = query === null ? target : dirname(target)
  await writing('--into', folder, () => makeFolders(folder))
  const save = async (archive: Query, file: string, sql: string) => {
    const rows = await archive.exportTo(file, sql, format)
    stdout.say(`Wrote ${shown(file)}: ${counted(rows, 'row')}\n`)
  }
  await withArchive(sources, async archive => {
    if (query !== null) return save(archive, target, query)
    for (const { name } of describeTables()) {
      await save(archive, join(target, `${name}.${format}`), `SELECT * FROM ${name}`)
    }
  })
}

async function write({ columns, rows }: Answer, format: SqlOptions['format']): Promise<void> {
  if (format === 'table') return writeTable({ columns, rows })
  if (format === 'csv') await stdout.give(`${csvLine(columns)}\n`)
  let before = '['
  for await (const part of rows) {
    const lines = part.map(row => {
      if (format === 'csv') return `${csvLine(row)}\n`
      const line = `${before}\n  ${JSON.stringify(Object.fromEntries(columns.map((name, at) => [name, row[at]])))}`
      before = ','
      return line
    })
    await stdout.give(lines.join(''))
  }
  if (format === 'json') await stdout.give(before === '[' ? '[]\n' : '\n]\n')
}

async function writeTable({ columns, rows }: Answer): Promise<void> {
  const first: (readonly unknown[])[] = []
  let count = 0
  for await (const part of rows) {
    count += part.length
    first.push(...part.slice(0, SHOWN_ROWS - first.length))
  }
  stdout.show(`${renderRows(columns, first, stdout.style)}\n`)
  if (count > first.length) {
    stdout.say(
      `… ${counted(count - first.length, 'more row')}: see all with --format csv, or keep them with --export.\n`,
    )
  }
}

function tablesText(): string {
  const { style } = stdout
  return describeTables()
    .map(({ name, says, columns }) => {
      const rows = columns.map(column => [column.name, column.type, column.says])
      const lines = renderRows(['column', 'type', 'holds'], rows, style).split('\n')
      return [`${name}: ${says}`, ...lines.map(line => `  ${line}`)].join('\n')
    })
    .join('\n\n')
}
