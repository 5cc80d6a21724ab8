import { constants } from 'node:fs'
import { access, mkdir, writeFile } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import { killAll } from '@steelyard/launcher'
import {
  type Look,
  renderHeader,
  renderMarkdown,
  renderReport,
  renderRunSummaryLine,
  renderVisit,
} from '@steelyard/report'
import { type RunRecord, recordName, recordText, writeRecord, writeVisit } from '@steelyard/store'
import { CommanderError } from 'commander'
import { type DoctorCommandOptions, type Request, readCommandLine } from './command-line.ts'
import { visitMachine } from './doctor.ts'
import { dryRunText } from './dry-run.ts'
import { watchInterruption } from './interruption.ts'
import { listingText, listSuites } from './list.ts'
import { acquireLock } from './lock.ts'
import { ProgressLine, progressText, timeLeftText } from './progress.ts'
import { type Preparation, run } from './run.ts'
import type { RunOptions } from './run-options.ts'
import { runTimings } from './run-timings.ts'
import { UsageError } from './usage-error.ts'
import { timeSpentText } from './verbose.ts'

/** Exit codes are contract. */
const EXIT = { done: 0, failed: 1, usage: 2, interrupted: 130 } as const

/** Runs the command line and sets the exit code of the process. */
export async function main(args: readonly string[]): Promise<void> {
  forgiveGoneReaders()
  try {
    const request = readCommandLine(args)
    process.exitCode = await commandOf(request, args)
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

function commandOf(request: Request, args: readonly string[]): Promise<number> {
  switch (request.command) {
    case 'list':
      return listCommand(request.suites, request.json)
    case 'doctor':
      return doctorCommand(request.options)
    default:
      return runCommand(args, request.options)
  }
}

async function listCommand(suites: readonly string[], json: boolean): Promise<number> {
  const interruption = watchInterruption()
  interruption.signal.addEventListener('abort', () => void killAll())
  const listing = await listSuites(suites).finally(() => interruption.dispose())
  if (interruption.signal.aborted) return EXIT.interrupted
  process.stdout.write(`${json ? JSON.stringify(listing.suites, null, 2) : listingText(listing)}\n`)
  for (const error of listing.errors) process.stderr.write(`${error}\n`)
  return listing.errors.length > 0 ? EXIT.failed : EXIT.done
}

async function doctorCommand(options: DoctorCommandOptions): Promise<number> {
  await checkDestinations({ ...options, dryRun: false, markdown: null, save: false, out: '' })
  const { json } = options
  const people = json === '-' ? process.stderr : process.stdout
  const look = lookOf(people)
  return measuring(async signal => {
    const progress = new ProgressLine(process.stderr, 0)
    const visit = await visitMachine(options, signal, (part, secondsLeft) =>
      progress.show(`${part}: ${timeLeftText(secondsLeft * 1e9)}`),
    )
    progress.clear()
    if (visit === null) {
      process.stderr.write('Interrupted: nothing was kept.\n')
      return EXIT.interrupted
    }
    const file = options.save ? await writeVisit(visit) : null
    const text = `${JSON.stringify(visit, null, 2)}\n`
    if (json === '-') process.stdout.write(text)
    else if (json !== null) await writeFile(json, text)
    people.write(`${renderVisit(visit, look)}\n\n`)
    people.write(
      file === null
        ? 'Not kept: comparisons go on with what they had.\n'
        : `Kept for comparisons on this machine: ${file}\n`,
    )
    return EXIT.done
  })
}

async function runCommand(args: readonly string[], options: RunOptions): Promise<number> {
  await checkDestinations(options)
  return measuring(signal => runLocked(args, options, signal))
}

/** Measures when nobody else does on this machine, until the end or an interruption. */
async function measuring(work: (signal: AbortSignal) => Promise<number>): Promise<number> {
  const interruption = watchInterruption()
  const release = await acquireLock(
    pid => process.stderr.write(`Waiting: another run (process ${pid}) is measuring on this machine.\n`),
    interruption.signal,
  )
  try {
    return await work(interruption.signal)
  } finally {
    release()
    interruption.dispose()
  }
}

async function runLocked(args: readonly string[], options: RunOptions, signal: AbortSignal): Promise<number> {
  // Standard output belongs to whoever asked for data on it.
  const people = options.json === '-' || options.markdown === '-' ? process.stderr : process.stdout
  const progress = options.json === '-' ? null : new ProgressLine(process.stderr)
  const isOwn = options.timers.every(timer => timer === 'steelyard')
  const outcome = await (isOwn ? run : runTimings)(args, options, signal, {
    prepared(preparation) {
      people.write(`${headerText(preparation, options, lookOf(people))}\n\n`)
      if (options.dryRun) people.write(`${dryRunText(preparation, options)}\n`)
    },
    progress: (suite, state) => progress?.show(progressText(suite, state)),
  })
  progress?.clear()
  if (outcome === null) {
    if (!signal.aborted) return EXIT.done
    process.stderr.write('Interrupted before anything was measured: there is no record.\n')
    return EXIT.interrupted
  }
  const { record, suites } = outcome
  // Kept before it is shown: whoever was to read it may be gone.
  const file = await keep(record, options)
  people.write(`${renderReport(record, lookOf(people))}\n\n${renderRunSummaryLine(record)}\n`)
  if (options.verbose) people.write(`${timeSpentText(suites)}\n`)
  if (file !== null) people.write(`Record: ${relative(process.cwd(), file)}\n`)
  if (signal.aborted) {
    const kept = file === null ? '' : ' What was measured until then is kept as a partial record.'
    process.stderr.write(`Interrupted.${kept}\n`)
  }
  return exitCodeOf(record, options, signal)
}

function headerText(preparation: Preparation, options: RunOptions, look: Look): string {
  const { suites, targets, machine } = preparation
  const facts = {
    suites: suites.map(({ loaded }) => loaded.description),
    targets: targets.map(({ id, target }) => ({
      id,
      engine: { name: target.runner.engineName, version: target.engineVersion },
    })),
    environment: machine.environment,
    seed: options.seed,
  }
  return renderHeader(facts, look)
}

/** Returns the file the record is kept in, or null when none was wanted. */
async function keep(record: RunRecord, { save, out, json, markdown }: RunOptions): Promise<string | null> {
  const file = save ? join(out, recordName(record)) : null
  if (file !== null) await writeRecord(file, record)
  if (json === '-') process.stdout.write(recordText(record))
  else if (json !== null) await writeRecord(json, record)
  if (markdown === '-') process.stdout.write(renderMarkdown(record))
  else if (markdown !== null) await writeFile(markdown, renderMarkdown(record))
  return file
}

/** Finds out before minutes of measuring whether their result can be written. */
async function checkDestinations({
  dryRun,
  save,
  out,
  json,
  markdown,
}: Pick<RunOptions, 'dryRun' | 'save' | 'out' | 'json' | 'markdown'>): Promise<void> {
  if (dryRun) return
  if (json === '-' && markdown === '-') {
    throw new UsageError(
      'Cannot write JSON and Markdown to standard output at once. Give one of them a file.',
    )
  }
  const files = [json, markdown].filter(file => file !== null && file !== '-')
  const folders = [...(save ? [out] : []), ...files.map(file => dirname(resolve(file ?? '')))]
  for (const folder of folders) {
    try {
      await mkdir(folder, { recursive: true })
      await access(folder, constants.W_OK)
    } catch (error) {
      const reason = error instanceof Error ? error.message.split(',')[0] : String(error)
      throw new UsageError(
        `Cannot write to ${folder}: ${reason}. Choose another place with --out, --json or --markdown.`,
      )
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

function exitCodeOf(
  { results, comparisons }: RunRecord,
  { failOn }: RunOptions,
  signal: AbortSignal,
): number {
  if (signal.aborted) return EXIT.interrupted
  if (results.some(({ status }) => status !== 'ok' && status !== 'unsupported')) return EXIT.failed
  if (failOn !== null && comparisons.some(({ verdict }) => verdict === failOn)) return EXIT.failed
  return EXIT.done
}

function lookOf(stream: NodeJS.WriteStream): Look {
  const terminal = stream.isTTY === true
  return {
    width: Math.max(40, terminal ? (stream.columns ?? 80) : 100),
    color: terminal && !process.env.NO_COLOR && process.env.TERM !== 'dumb',
    unicode: /UTF-?8/i.test(process.env.LC_ALL || process.env.LC_CTYPE || process.env.LANG || 'UTF-8'),
  }
}
