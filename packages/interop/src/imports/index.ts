import { parseWellFormed } from '@steelyard/harness/well-formed'
import { type ForeignName, jsonFault, type RunRecord, recordFault } from '@steelyard/record'
import { denoBench } from './deno-bench.ts'
import { foreignRecord } from './foreign-record.ts'
import { hyperfine } from './hyperfine.ts'
import { JsonCursor, Unexpected } from './json-cursor.ts'
import { mitata } from './mitata.ts'
import { nodeBench } from './node-bench.ts'
import type { ForeignFile, Importer, ImportOptions } from './source.ts'
import { workerdBench } from './workerd-bench.ts'

const IMPORTERS: readonly Importer[] = [workerdBench, nodeBench, denoBench, mitata, hyperfine]

export const IMPORT_FORMATS: readonly ForeignName[] = IMPORTERS.map(({ name }) => name)

/** Returns a file of another tool as a record. SyntaxError, one sentence, where it is empty, cut short or not of the format. */
export function importRecord(file: ForeignFile, options: ImportOptions): RunRecord {
  const { name, text } = file
  const { format } = options
  const cannot = (found: string, next: string) =>
    new SyntaxError(`Cannot import ${name}: ${found}. ${next}`.replaceAll(/\s+/g, ' '))
  if (text.trim() === '') throw cannot('it is empty', `Give what one of these wrote: ${COMMANDS}.`)
  const parsed = parse(text)
  if ('fault' in parsed) {
    throw cannot(parsed.fault, 'It may be cut short: give the whole output of the tool, and nothing else.')
  }
  const { value, first } = parsed
  if (/^steelyard\//.test(String(first.at('schema').value))) {
    throw cannot('it is a record of Steelyard already', "Give it to 'report'.")
  }
  const importer = IMPORTERS.find(each => (format === null ? each.recognizes(first) : each.name === format))
  if (importer === undefined)
    throw cannot('it is of none of the formats that are known', `Give what one of these wrote: ${COMMANDS}.`)
  try {
    const source = importer.read(value)
    if (source.cases.length === 0) throw new Unexpected('there is no finished case in it')
    const record = foreignRecord(importer.name, source, file, options)
    const fault = recordFault(record)
    if (fault !== null) throw new Unexpected(`what it says makes no record: ${fault}`)
    return record
  } catch (error) {
    if (!(error instanceof Unexpected)) throw error
    throw cannot(
      `read as ${importer.name}, ${error.message}`,
      `Give the whole output of '${importer.command}'.`,
    )
  }
}

const COMMANDS = IMPORTERS.map(({ command }) => command).join(', ')

type Parsed = { readonly value: JsonCursor; readonly first: JsonCursor } | { readonly fault: string }

/** Reads JSON, or JSON line by line: then the value is the list of lines. */
function parse(text: string): Parsed {
  try {
    const value = new JsonCursor(parseWellFormed(text))
    // A stream of events may have one only.
    return nodeBench.recognizes(value)
      ? { value: new JsonCursor([value.value], 'line'), first: value }
      : { value, first: value }
  } catch (whole) {
    const lines = text.split('\n').filter(line => line.trim() !== '')
    const values: unknown[] = []
    for (const [index, line] of lines.entries()) {
      try {
        values.push(parseWellFormed(line))
      } catch {
        const isLines = index > 0 && typeof values[0] === 'object'
        return {
          fault: isLines ? `line ${index + 1} is not JSON` : jsonFault(text, whole),
        }
      }
    }
    return { value: new JsonCursor(values, 'line'), first: new JsonCursor(values[0]) }
  }
}
