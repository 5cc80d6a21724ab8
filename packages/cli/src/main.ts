import { inspect } from 'node:util'
import { UsageError } from '@steelyard/measure'
import { CommanderError } from 'commander'
import { readCommandLine } from './command-line.ts'
import { exitCodeAfterOutput, stderr } from './output/streams.ts'
import { EXIT } from './process/exit-code.ts'
import { silenceWarningOfFfi } from './process/quiet-ffi.ts'

/** Runs the command line and sets the exit code of the process. */
export async function main(args: readonly string[]): Promise<void> {
  silenceWarningOfFfi()
  process.on('uncaughtException', error => {
    sayUnexpected(error)
    process.exit(EXIT.failed)
  })
  try {
    process.exitCode = exitCodeAfterOutput(await readCommandLine(args).execute(args))
  } catch (error) {
    process.exitCode = exitCodeOfError(error)
  }
}

/** Says what went wrong, as far as nobody has, and returns how the command ends. */
function exitCodeOfError(error: unknown): number {
  if (error instanceof CommanderError)
    return error.exitCode === 0 ? exitCodeAfterOutput(EXIT.done) : EXIT.usage
  if (error instanceof UsageError) {
    stderr.say(`${error.message}\n`)
    return EXIT.usage
  }
  const advice = SHORTAGES[codeOf(error) ?? '']
  if (advice === undefined) sayUnexpected(error)
  else stderr.say(`Cannot go on: ${advice}\n`)
  return EXIT.failed
}

/** A mistake of this program: whoever mends it needs to know where it was. */
function sayUnexpected(error: unknown): void {
  stderr.say(`${inspect(error)}\n`)
}

function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  return (error as NodeJS.ErrnoException).code ?? codeOf(error.cause)
}

const NO_FILES = 'no more files can be opened. Raise the limit that "ulimit -n" shows and run again.'
const NO_SPACE =
  'there is no space left for its files. Free some on the disk, and of the temporary folder, and run again.'

/** What the host itself can lack, by the code of the error. */
const SHORTAGES: Readonly<Record<string, string>> = {
  EMFILE: NO_FILES,
  ENFILE: NO_FILES,
  ENOSPC: NO_SPACE,
  EDQUOT: NO_SPACE,
  EFBIG: 'a file may not be as large as it has to be. Raise the limit that "ulimit -f" shows and run again.',
  EROFS:
    'its files cannot be written, as the file system is read-only. Set TMPDIR and XDG_CACHE_HOME to folders that can be written.',
}
