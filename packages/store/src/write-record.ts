import { randomUUID } from 'node:crypto'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { RunRecord } from './record.ts'
import { recordText } from './record-text.ts'
import { validateRecord } from './validate-record.ts'

/**
 * Checks the record and writes it to `file`, creating its directory. The file appears whole or not at all: a
 * failing write leaves what was there before, and nothing beside it.
 *
 * @throws SyntaxError for a record that does not follow the schema; TypeError for a number that is not
 * finite; Error when the file cannot be written.
 */
export async function writeRecord(file: string, record: RunRecord): Promise<void> {
  const text = recordText(validateRecord(record))
  const directory = dirname(file)
  const temporary = join(directory, `.${basename(file)}.${randomUUID()}.tmp`)
  try {
    await mkdir(directory, { recursive: true })
    await writeDurably(temporary, text)
    await rename(temporary, file)
  } catch (cause) {
    await rm(temporary, { force: true }).catch(() => {}) // the first failure is the one to tell
    const found = (cause as Error).message
    throw new Error(`Cannot write ${file}: ${found}. Name another place with --out or --json.`, { cause })
  }
}

/** Without the sync a crash after the rename could leave an empty file under the final name. */
async function writeDurably(file: string, text: string): Promise<void> {
  await using handle = await open(file, 'wx')
  await handle.writeFile(text)
  await handle.sync()
}
