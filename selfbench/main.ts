// Holds Steelyard against other benchmark tools: pnpm selfbench --help
import { watchInterruption } from '@steelyard/cli/src/process/interruption.ts'
import { acquireLock } from '@steelyard/cli/src/process/lock.ts'
import { killAll } from '@steelyard/launcher'
import { UsageError } from '@steelyard/measure'
import { CommanderError } from 'commander'
import { type RunRequest, readCommandLine } from './command-line.ts'
import { writeReport } from './report.ts'
import { runTrials } from './run.ts'

const args = process.argv.slice(2)
try {
  const request = readCommandLine(args)
  process.exitCode =
    request.command === 'report' ? await reportCommand(request.out) : await runCommand(request)
} catch (error) {
  if (error instanceof CommanderError) {
    process.exitCode = error.exitCode === 0 ? 0 : 2
  } else if (error instanceof UsageError) {
    process.stderr.write(`${error.message}\n`)
    process.exitCode = 2
  } else {
    throw error
  }
}

async function runCommand(request: RunRequest): Promise<number> {
  const interruption = watchInterruption()
  if (request.dryRun) {
    await runTrials(request, args, interruption.signal, say)
    interruption.dispose()
    return 0
  }
  interruption.signal.addEventListener('abort', () => void killAll())
  const release = await acquireLock(
    (_, holder) => say(`Waiting: another run (${holder}) is measuring on this machine.`),
    interruption.signal,
  )
  try {
    await runTrials(request, args, interruption.signal, say)
  } finally {
    release()
    interruption.dispose()
  }
  if (interruption.signal.aborted) {
    say(`Interrupted. What was measured is kept in ${request.out}: go on with --resume and the same options.`)
    return 130
  }
  return reportCommand(request.out)
}

async function reportCommand(folder: string): Promise<number> {
  try {
    process.stdout.write(await writeReport(folder))
    return 0
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') {
      throw new UsageError(
        `Cannot report on ${folder}: there are no trials in it. Name their folder with --out.`,
      )
    }
    if (error instanceof SyntaxError) throw new UsageError(error.message)
    throw error
  }
}

function say(line: string): void {
  process.stderr.write(`${line}\n`)
}
