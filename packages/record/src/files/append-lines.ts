import { readFileSync } from 'node:fs'
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

/**
 * Returns the lines of JSON of a file, without empty ones, and without the last one if a kill has torn it; none where there
 * is no file.
 *
 * @throws SyntaxError that names the first line that is no JSON
 */
export function readLines(file: string): unknown[] {
  return numberedLines(file).map(({ value }) => value)
}

/** Returns the same with their numbers in the file, from 1. */
export function numberedLines(file: string) {
  let text = ''
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  return text
    .slice(0, text.lastIndexOf('\n') + 1)
    .split('\n')
    .flatMap((line, index) => {
      if (line === '') return []
      try {
        return { value: JSON.parse(line) as unknown, number: index + 1 }
      } catch (cause) {
        throw new SyntaxError(`Cannot read line ${index + 1} of ${file}: it is no JSON.`, { cause })
      }
    })
}
