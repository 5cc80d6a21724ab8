import { open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { makeFolders } from './make-folders.ts'

/** Appends lines of JSON to a file durably, after removing a last line that a kill has torn. */
export async function appendLines(file: string, lines: readonly object[]): Promise<void> {
  await makeFolders(dirname(file))
  await using handle = await open(file, 'a+')
  const { size } = await handle.stat()
  const text = await handle.readFile('utf8')
  const whole = Buffer.byteLength(text.slice(0, text.lastIndexOf('\n') + 1))
  if (whole < size) await handle.truncate(whole)
  await handle.appendFile(lines.map(line => `${JSON.stringify(line)}\n`).join(''))
  await handle.sync()
}
