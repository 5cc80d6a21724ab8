import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { findExecutable } from '../../machine/executables.ts'
import { type Child, type ChildOptions, startChild } from '../child.ts'
import { cleanStart } from '../clean-environment.ts'

/** Linux perf could not sample a process; the message says why, as what perf did. */
export class PerfError extends Error {}

export type PerfRecording = Awaited<ReturnType<typeof recordByPerf>>

interface PerfOptions {
  readonly pid: number
  /** A folder of this recording's own, which exists. */
  readonly directory: string
  readonly intervalUs: number
}

const DATA = 'perf.data'
const ANSWER_LIMIT_MS = 10_000
const SCRIPT_LIMIT_MS = 60_000
const MOST_BYTES = 256e6

export function findPerf(): string | null {
  return process.platform === 'linux' ? findExecutable('perf') : null
}

/**
 * Samples the stacks of all threads of a process by its CPU clock. Moments are of CLOCK_MONOTONIC.
 *
 * @returns once it samples
 * @throws PerfError where perf cannot
 */
export async function recordByPerf({ pid, directory, intervalUs }: PerfOptions) {
  const perf = findPerf()
  if (perf === null) throw new PerfError('is not installed')
  const start = (args: readonly string[], more: Partial<ChildOptions>) =>
    startChild({ ...cleanStart(perf, { args }, directory), ...more })
  const recorder = start(
    [
      ...['record', '--event=cpu-clock', `--count=${intervalUs * 1000}`, '--call-graph=fp'],
      // Without these perf copies the binary into the home, and takes longer.
      ...['--no-buildid', '--no-buildid-cache', '--clockid=CLOCK_MONOTONIC'],
      ...['--delay=-1', '--control=fd:3,3', `--pid=${pid}`, `--output=${DATA}`],
    ],
    { control: true },
  )
  /** Ends perf and removes what it has written. */
  const close = async () => {
    await recorder.kill()
    await rm(join(directory, DATA), { force: true })
  }
  await using starting = new AsyncDisposableStack()
  starting.defer(close)
  await tell(recorder, 'enable')
  starting.move()
  return {
    close,
    /** Ends the recording, and returns what `perf script` prints: the thread, time and stack of each sample. */
    async stop() {
      await tell(recorder, 'disable')
      recorder.control?.write('stop\n')
      await inTime(recorder.exited, recorder, 'end', ANSWER_LIMIT_MS)
      const parts: Buffer[] = []
      let bytes = 0
      const script = start(['script', `--input=${DATA}`, '--fields=tid,time,ip,sym', '--no-inline', '--ns'], {
        onOutput(part, stream) {
          if (stream !== 'stdout') return
          bytes += part.length
          if (bytes <= MOST_BYTES) parts.push(part)
          else void script.kill()
        },
      })
      const { code } = await inTime(script.exited, script, 'print its samples', SCRIPT_LIMIT_MS)
      if (bytes > MOST_BYTES) throw new PerfError(`printed over ${MOST_BYTES / 1e6} MB of samples`)
      if (code !== 0)
        throw new PerfError(`cannot print its samples: ${reasonIn(script.output() || recorder.output())}`)
      return Buffer.concat(parts).toString('utf8')
    },
  }
}

/** Sends a command and awaits its acknowledgement. */
async function tell(child: Child, command: string): Promise<void> {
  const { control } = child
  if (control === null) throw new PerfError('could not be started')
  // Where it ends instead, how it ended says more than the channel.
  control.on('error', () => {})
  const answered = new Promise<void>(resolve => control.once('data', () => resolve()))
  control.write(`${command}\n`)
  const ended = child.exited.then(() => {
    throw new PerfError(`ended: ${reasonIn(child.output())}`)
  })
  await inTime(Promise.race([answered, ended]), child, command, ANSWER_LIMIT_MS)
}

async function inTime<Value>(work: Promise<Value>, child: Child, doing: string, ms: number): Promise<Value> {
  const late = Promise.withResolvers<never>()
  using _timer = setTimeout(() => {
    late.reject(new PerfError(`did not ${doing} within ${ms / 1000} s`))
    void child.kill()
  }, ms)
  return await Promise.race([work, late.promise])
}

/** The first line of its output that sounds like a fault, else the first. */
function reasonIn(output: string): string {
  const lines = output.split('\n').map(line => line.trim())
  return lines.find(line => /error|fail|denied|permi|not |cannot/i.test(line)) ?? lines[0] ?? ''
}
