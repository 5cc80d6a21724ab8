import { endWithin, startChild } from '../process/child.ts'
import { cleanEnvironment } from '../process/clean-environment.ts'

interface PrintedLinesOptions {
  readonly binary: string
  readonly args: readonly string[]
  /** What it gets beyond a clean environment. */
  readonly environment: Readonly<Record<string, string>>
  /** Home and working directory. */
  readonly directory: string
  /** In milliseconds; it is killed then. */
  readonly limitMs: number
  /** Whether its lines count however it ends. */
  readonly anyEnd?: true
}

/** No list of a runtime's has a tenth of it. */
const MOST_BYTES = 4 << 20

/**
 * Runs a binary to its end and returns the lines that it printed, those on standard output first; null when it cannot be
 * started, ends with a wrong code, takes too long or prints over 4 MB. Its whole process group has ended then.
 */
export async function printedLines({
  binary,
  args,
  environment,
  directory,
  limitMs,
  anyEnd,
}: PrintedLinesOptions): Promise<readonly string[] | null> {
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
  if (byteCount > MOST_BYTES || (!anyEnd && (isLate || code !== 0))) return null
  return [printed.stdout, printed.stderr].flatMap(chunks =>
    Buffer.concat(chunks).toString('latin1').split('\n'),
  )
}
