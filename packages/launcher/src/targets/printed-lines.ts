import { mkdir, writeFile } from 'node:fs/promises'
import type { Command } from '@steelyard/runners'
import { endWithin, startChild } from '../process/child.ts'
import { cleanEnvironment } from '../process/clean-environment.ts'

interface PrintingOptions {
  /** Home and working directory, made where it is not there. */
  readonly directory: string
  /** In milliseconds; it is killed then. */
  readonly limitMs: number
  /** Whether its lines count however it ends. */
  readonly anyEnd?: true
}

/** No list of a runtime's has a tenth of it. */
const MOST_BYTES = 4 << 20

/**
 * Runs a binary to its end and returns the lines that it printed, those on standard output first; none when it cannot be
 * started, ends with a wrong code, takes too long or prints over 4 MB. Its whole process group has ended then.
 */
export async function printedLines(
  binary: string,
  { args, environment, files = {} }: Command,
  { directory, limitMs, anyEnd }: PrintingOptions,
): Promise<readonly string[]> {
  await mkdir(directory, { recursive: true })
  for (const [file, text] of Object.entries(files)) await writeFile(file, text)
  const printed: Record<'stdout' | 'stderr', Buffer[]> = { stdout: [], stderr: [] }
  let byteCount = 0
  const child = startChild({
    file: binary,
    args,
    environment: { ...cleanEnvironment(directory), ...environment },
    directory,
    onOutput(bytes, stream) {
      byteCount += bytes.length
      if (byteCount <= MOST_BYTES) printed[stream].push(bytes)
      else void child.kill()
    },
  })
  const { code, isLate } = await endWithin(child, limitMs)
  if (byteCount > MOST_BYTES || (!anyEnd && (isLate || code !== 0))) return []
  return [printed.stdout, printed.stderr].flatMap(chunks =>
    Buffer.concat(chunks).toString('latin1').split('\n'),
  )
}
