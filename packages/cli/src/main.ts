import { inspect } from 'node:util'
import { UsageError } from '@steelyard/measure'
import { shellQuoted } from '@steelyard/report'
import { CommanderError } from 'commander'
import { readCommandLine } from './command-line.ts'
import { configOf } from './config/config.ts'
import { NO_CONFIG } from './config/no-config.ts'
import { withOptions } from './config/with-config.ts'
import type { Invocation } from './options/invocation.ts'
import { exitCodeAfterOutput, stderr } from './output/streams.ts'
import { EXIT } from './process/exit-code.ts'

type Execute = (invocation: Invocation, args: readonly string[]) => Promise<number>

export async function main(
  args: readonly string[],
  execute: Execute = (invocation, own) => invocation.execute(own),
): Promise<void> {
  process.on('uncaughtException', error => {
    sayUnexpected(error)
    process.exit(EXIT.failed)
  })
  try {
    process.exitCode = exitCodeAfterOutput(await invoked(args, execute))
  } catch (error) {
    process.exitCode = exitCodeOfError(error)
  }
}

/** What is left of the command line for the configuration of the user is added to it, and said. */
async function invoked(args: readonly string[], execute: Execute): Promise<number> {
  const own = args.filter(word => word !== NO_CONFIG)
  const isRead = own.length === args.length
  const invocation = readCommandLine(own, {}, () => (isRead ? configOf(process.cwd()) : null))
  if (invocation.configured === null) return execute(invocation, own)
  const { file, options } = invocation.configured
  stderr.say(`From ${file}: ${options.map(shellQuoted).join(' ')}\n`)
  return execute(invocation, withOptions(own, options))
}

/** Prints the error unless commander has, and returns the exit code. */
export function exitCodeOfError(error: unknown): number {
  if (error instanceof CommanderError)
    return error.exitCode === 0 ? exitCodeAfterOutput(EXIT.done) : EXIT.usage
  if (error instanceof UsageError) {
    stderr.say(`${error.message}\n`)
    return EXIT.usage
  }
  const advice = OS_LIMITS[codeOf(error) ?? '']
  if (advice === undefined) sayUnexpected(error)
  else stderr.say(`Cannot continue: ${advice}\n`)
  return EXIT.failed
}

/** A bug in this program: the stack tells where. */
function sayUnexpected(error: unknown): void {
  stderr.say(`${inspect(error)}\n`)
}

function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  return (error as NodeJS.ErrnoException).code ?? codeOf(error.cause)
}

const NO_FILES = 'no more files can be opened. Raise the limit that "ulimit -n" shows and run again.'
const NO_SPACE =
  'no space is left for its files. Free space on the disk and in the temporary folder, and run again.'

const OS_LIMITS: Readonly<Record<string, string>> = {
  EMFILE: NO_FILES,
  ENFILE: NO_FILES,
  ENOSPC: NO_SPACE,
  EDQUOT: NO_SPACE,
  EFBIG: 'a file would be larger than the limit. Raise the limit that "ulimit -f" shows and run again.',
  EROFS: 'the file system is read-only. Set TMPDIR and XDG_CACHE_HOME to writable folders.',
}
