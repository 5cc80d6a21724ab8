import { CommanderError } from 'commander'
import { readCommandLine } from './command-line.ts'
import { EXIT } from './exit-code.ts'
import { UsageError } from './usage-error.ts'

/** Runs the command line and sets the exit code of the process. */
export async function main(args: readonly string[]): Promise<void> {
  silenceWarningOfFfi()
  forgiveGoneReaders()
  try {
    process.exitCode = await readCommandLine(args).carryOut(args)
  } catch (error) {
    if (error instanceof CommanderError) {
      process.exitCode = error.exitCode === 0 ? EXIT.done : EXIT.usage
    } else if (error instanceof UsageError) {
      process.stderr.write(`${error.message}\n`)
      process.exitCode = EXIT.usage
    } else if (isOutOfFiles(error)) {
      process.stderr.write(
        'Cannot go on: no more files can be opened. Raise the limit that "ulimit -n" shows and run again.\n',
      )
      process.exitCode = EXIT.failed
    } else {
      throw error
    }
  }
}

/** Whether the host itself may not open what it needs. */
function isOutOfFiles(error: unknown): boolean {
  return error instanceof Error && /^E[MN]FILE$/.test((error as NodeJS.ErrnoException).code ?? '')
}

/** The CPU clock is read through `node:ffi`, whose experimental state is no news to the user. */
function silenceWarningOfFfi(): void {
  const emitWarning = process.emitWarning as (...args: unknown[]) => void
  process.emitWarning = (warning: string | Error, ...rest: unknown[]) => {
    if (!String(warning).startsWith('FFI ')) emitWarning.call(process, warning, ...rest)
  }
}

/** A reader that has gone, such as `head`, is no failure of the run. */
function forgiveGoneReaders(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', error => {
      if (!['EPIPE', 'EIO'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
    })
  }
}
