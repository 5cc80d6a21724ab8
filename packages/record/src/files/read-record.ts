import { readFile, stat } from 'node:fs/promises'
import { setFlagsFromString } from 'node:v8'
import { parseWellFormed } from '@steelyard/harness/well-formed'
import { type RunRecord, SCHEMA } from '../record.ts'
import { excerpt } from '../validate/excerpt.ts'
import { recordFault } from '../validate/validate-record.ts'
import { jsonFault } from './json-fault.ts'

/** What the schema of every version begins with. */
const ANY_VERSION = 'steelyard/run@'

/**
 * The largest records that are read at once, in bytes: a report of them takes under 1 GB of memory. All suites on four
 * runtimes make less than 35 MB with 20 launches of each.
 */
export const LARGEST_BYTES = 100e6

const LARGE_BYTES = 16e6

/** A file that has nothing of a record: neither a damaged one, nor one of another version. */
export class NoRecordError extends SyntaxError {}

/**
 * Reads and checks one record.
 *
 * @throws Error when the file cannot be read; RangeError when it is too large; SyntaxError, naming the file and the field, when it is not
 * JSON, of another schema version, or does not follow the schema; NoRecordError when it is something else.
 */
export async function readRecord(file: string): Promise<RunRecord> {
  await checkSize([file])
  const text = await readFile(file, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    const fault = FAULTS[cause.code ?? ''] ?? `${cause.message}. Check that you may read it.`
    throw new Error(`Cannot read ${file}: ${fault}`, { cause })
  })
  const value = inThisVersion(file, text)
  const fault = recordFault(value)
  if (fault !== null) {
    throw new SyntaxError(`Cannot read ${file}: ${fault}. Restore the file, or run the command again.`)
  }
  return value as RunRecord
}

/** Checks that records fit the memory together; throws a RangeError where they do not. */
export async function checkSize(files: readonly string[]): Promise<void> {
  const sizes = await Promise.all(files.map(async file => (await stat(file).catch(() => null))?.size ?? 0))
  const bytes = sizes.reduce((sum, size) => sum + size, 0)
  // By default the heap of a report grows to twice what it holds.
  if (bytes > LARGE_BYTES) setFlagsFromString('--heap-growing-percent=15')
  if (bytes <= LARGEST_BYTES) return
  const [what, advice] =
    files.length === 1
      ? [`${files[0]}`, 'Measure less in one command.']
      : [`${files.length} records at once`, "Name fewer, or ask them with 'sql'."]
  throw new RangeError(
    `Cannot read ${what}: ${Math.ceil(bytes / 1e6)} MB are more than the ${LARGEST_BYTES / 1e6} MB that fit the memory. ${advice}`,
  )
}

const FAULTS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file. Look for records under results/.',
  EISDIR: 'it is a directory. Name one record in it.',
}

/** Returns the value of a text with the schema of this version. */
function inThisVersion(file: string, text: string): unknown {
  const next = 'Name a file that Steelyard wrote.'
  let value: unknown
  try {
    value = parseWellFormed(text)
  } catch (cause) {
    // What names the schema of no version has nothing of a record, also where it is no JSON.
    const Refusal = text.includes(ANY_VERSION) ? SyntaxError : NoRecordError
    throw new Refusal(`Cannot read ${file}: ${jsonFault(text, cause)}. ${next}`, { cause })
  }
  const schema = (value as { schema?: unknown } | null)?.schema
  if (schema === SCHEMA) return value
  if (typeof schema === 'string' && schema.startsWith(ANY_VERSION)) {
    throw new SyntaxError(
      `Cannot read ${file}: its schema is ${excerpt(schema)}, this Steelyard reads "${SCHEMA}". Read it with the Steelyard that wrote it, or update this one.`,
    )
  }
  const why = schema === undefined ? 'it has no schema' : `its schema is ${excerpt(schema)}`
  throw new NoRecordError(`Cannot read ${file}: it is not a Steelyard record, since ${why}. ${next}`)
}
