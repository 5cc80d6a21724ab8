import { randomInt } from 'node:crypto'
import { readSync, writeSync } from 'node:fs'
import type { Command, ReplyTo } from '@steelyard/harness/protocol'
import { type CpuClock, cpuClockOf } from '../process/cpu-clock.ts'
import { LONGEST_REPLY, MOST_ID, PIECE_BYTES } from '../process/exchange-limits.ts'
import { LaunchError } from '../process/launch-error.ts'
import { lines } from '../process/lines.ts'
import { readReply } from '../process/replies.ts'
import { type SchedulingCounts, type SchedulingReader, schedulingOf } from '../process/scheduling.ts'
import type { SystemCalls } from './system-calls.ts'
import type { Seat, TurnReading, TurnsRequest } from './turns.ts'

/** Longest wait without a look whether the turns are to end. */
const LOOK_MS = 50

/** The contender's threads have the core meanwhile: its CPU clock moves if any of them wants it. */
const STILL_NS = 5000
/** The longest wait for helper threads. */
const SETTLE_LIMIT_NS = 3e6

export class RefereeStopped extends Error {}

/** A contender that has not replied within its limit of time. */
export class SeatOverdue extends Error {
  readonly command: Command['type']

  constructor(command: Command['type']) {
    super(command)
    this.command = command
  }
}

interface Contender {
  readonly seat: Seat
  readonly cpuNs: CpuClock
  readonly scheduling: SchedulingReader
  readonly line: LineReader
  counts: SchedulingCounts
}

/**
 * Takes turns one after the other, in the thread that calls it, and blocks it meanwhile.
 *
 * @param onTurn called with the contender of each turn before it
 * @throws LaunchError when a contender gives no valid reply; SeatOverdue; RefereeStopped
 */
export function takeTurns(
  { seats, turns, stop }: TurnsRequest,
  calls: SystemCalls,
  onTurn: (contender: number) => void,
): TurnReading[] {
  const contenders = seats.map((seat): Contender => {
    const scheduling = schedulingOf(seat.pid)
    return {
      seat,
      cpuNs: cpuClockOf(seat.pid),
      scheduling,
      line: lineReader(seat, calls, stop),
      counts: scheduling.counts(),
    }
  })
  try {
    const readings = turns.map(({ contender, leadIn, iterations, idleNs = 0 }) => {
      onTurn(contender)
      if (idleNs > 0) calls.sleep(idleNs)
      const one = contenders[contender]
      if (one === undefined) throw new RangeError(`no contender ${contender} in a group of ${seats.length}`)
      const others = contenders.filter(other => other !== one)
      return takeTurn(one, others, leadIn, iterations, calls)
    })
    for (const [index, { line }] of contenders.entries()) {
      onTurn(index)
      line.refuseUnasked()
    }
    return readings
  } finally {
    for (const { scheduling } of contenders) scheduling.close()
  }
}

function takeTurn(
  one: Contender,
  others: readonly Contender[],
  leadIn: number,
  iterations: number,
  calls: SystemCalls,
): TurnReading {
  const arrived = one.scheduling.times()
  exchange(one, { type: 'lead-in', iterations: leadIn })
  const othersBefore = sumOf(others)
  // The collector may still be busy with the lead-in; that must not fall on the batch.
  const cpuBefore = settledCpuNs(one, calls)
  const before = one.scheduling.times()
  const { reply, sentNs, receivedNs } = exchange(one, { type: 'run', iterations })
  const cpuAfter = settledCpuNs(one, calls)
  const after = one.scheduling.times()
  const othersAfter = sumOf(others)
  const countsBefore = one.counts
  one.counts = one.scheduling.counts()
  return {
    durationNs: reply.durationNs,
    clockNs: reply.clockNs,
    sentNs,
    receivedNs,
    cpuNs: [cpuBefore, cpuAfter],
    arrivedMainCpuNs: arrived.mainCpuNs,
    times: [before, after],
    counts: [countsBefore, one.counts],
    othersCpuNs: othersBefore === null || othersAfter === null ? null : othersAfter - othersBefore,
  }
}

function sumOf(contenders: readonly Contender[]): number | null {
  return contenders.reduce<number | null>((sum, { cpuNs }) => {
    const ns = cpuNs()
    return sum === null || ns === null ? null : sum + ns
  }, 0)
}

/** Returns the CPU time of a process once it sleeps. */
function settledCpuNs({ cpuNs }: Contender, calls: SystemCalls): number | null {
  const limitNs = monotonicNs() + SETTLE_LIMIT_NS
  for (let last = cpuNs(); ; ) {
    calls.sleep(STILL_NS)
    const now = cpuNs()
    if (now === last || now === null || monotonicNs() > limitNs) return now
    last = now
  }
}

interface Timed<C extends Command> {
  readonly reply: ReplyTo<C['type']>
  readonly sentNs: number
  readonly receivedNs: number
}

function exchange<C extends Command>({ seat, line }: Contender, command: C): Timed<C> {
  const id = randomInt(MOST_ID)
  const message = `${JSON.stringify({ ...command, id })}\n`
  line.refuseUnasked()
  const sentNs = monotonicNs()
  try {
    writeSync(seat.output, message)
  } catch {
    throw new LaunchError('crashed', 'does not read what it is told: its pipe is full')
  }
  const { text, receivedNs } = line.next(sentNs + seat.commandMs * 1e6, command.type)
  const reply = readReply(command, text, {
    id,
    hostNs: receivedNs - sentNs,
    clockSlackNs: seat.clockSlackNs,
  })
  return { reply, sentNs, receivedNs }
}

interface LineReader {
  /** Throws LaunchError where something is there that no command asked for. */
  refuseUnasked(): void
  next(limitNs: number, command: Command['type']): { readonly text: string; readonly receivedNs: number }
}

function lineReader({ input }: Seat, calls: SystemCalls, stop: Int32Array): LineReader {
  const bytes = Buffer.alloc(PIECE_BYTES)
  const decoder = new TextDecoder()
  const received: string[] = []
  const feed = lines(line => received.push(line), {
    characters: LONGEST_REPLY,
    onTooLong: () => {
      throw new LaunchError('crashed', 'wrote over 32 MB in one reply')
    },
  })
  const read = () => feed(decoder.decode(bytes.subarray(0, readSync(input, bytes)), { stream: true }))
  return {
    refuseUnasked() {
      while (calls.awaitInput(input, 0)) read()
      if (received.length > 0) throw new LaunchError('crashed', 'spoke although it was not asked')
    },
    next(limitNs, command) {
      for (;;) {
        const isThere = calls.awaitInput(input, LOOK_MS)
        const receivedNs = monotonicNs()
        if (isThere) read()
        const text = received.shift()
        if (text !== undefined) return { text, receivedNs }
        if (Atomics.load(stop, 0) !== 0) throw new RefereeStopped()
        if (receivedNs > limitNs) throw new SeatOverdue(command)
      }
    },
  }
}

function monotonicNs(): number {
  return Number(process.hrtime.bigint())
}
