import type { RunRecord } from '../record.ts'
import { validateRecord } from '../validate/validate-record.ts'
import { recordText } from './record-text.ts'
import { writeWhole } from './write-whole.ts'

/**
 * Checks the record and writes it to `file`, creating its directory. The file appears whole or not at all: a
 * failing write leaves the old file, and no other.
 *
 * @throws SyntaxError for a record that does not follow the schema; TypeError for a number that is not
 * finite; Error when the file cannot be written, with the reason as its cause.
 */
export async function writeRecord(file: string, record: RunRecord): Promise<void> {
  const text = recordText(validateRecord(record))
  try {
    await writeWhole(file, text)
  } catch (cause) {
    const found = (cause as Error).message
    throw new Error(`Cannot write ${file}: ${found}. Name another place with --out or --json.`, { cause })
  }
}
