import { CommanderError } from 'commander'
import { readCommandLine } from './command-line.ts'
import { EXIT } from './exit-code.ts'
import { UsageError } from './usage-error.ts'

/** Runs the command line and sets the exit code of the process. */
export async function main(args: readonly string[]): Promise<void> {
  forgiveGoneReaders()
  try {
    process.exitCode = await readCommandLine(args).carryOut(args)
  } catch (error) {
    if (error instanceof CommanderError) {
      process.exitCode = error.exitCode === 0 ? EXIT.done : EXIT.usage
    } else if (error instanceof UsageError) {
      process.stderr.write(`${error.message}\n`)
      process.exitCode = EXIT.usage
    } else {
      throw error
    }
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
