import type { Command } from '@steelyard/runners'
import { endWithin, startChild } from '../process/child.ts'
import { cleanStart } from '../process/clean-environment.ts'

const LIMIT_MS = 10_000

/** No list of a runtime's has a tenth of it. */
const MOST_BYTES = 4 << 20

/**
 * Runs a binary to its end and returns the lines that it printed, those on standard output first; none when it cannot be
 * started, ends with a wrong code, takes too long or prints over 4 MB. Its whole process group has ended then.
 *
 * @param directory home and working directory, made where it is not there
 * @param limitMs after which it is killed
 * @param anyEnd whether its lines count however it ends
 */
export async function printedLines(
  binary: string,
  command: Command,
  directory: string,
  { limitMs = LIMIT_MS, anyEnd = false } = {},
): Promise<readonly string[]> {
  const printed: Record<'stdout' | 'stderr', Buffer[]> = { stdout: [], stderr: [] }
  let byteCount = 0
  const child = startChild({
    ...cleanStart(binary, command, directory),
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
