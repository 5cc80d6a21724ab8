import { randomInt } from 'node:crypto'
import { readSync, writeSync } from 'node:fs'
import type { Command } from '@steelyard/harness/protocol'
import { type CpuClock, cpuClockOf, total } from '../machine/cpu-clock.ts'
import { monotonicNs } from '../machine/monotonic.ts'
import { orNull } from '../machine/or-null.ts'
import {
  difference,
  ownWaits,
  type SchedulingCounts,
  type SchedulingReader,
  schedulingOf,
} from '../machine/scheduling.ts'
import { SETTLE_LIMIT_NS, settledCpuNs } from '../machine/settled-cpu.ts'
import type { SystemCalls } from '../machine/system-calls.ts'
import { MOST_ID, PIECE_BYTES, tooLong } from '../process/channel/channel.ts'
import { lines } from '../process/channel/lines.ts'
import { post } from '../process/channel/mailbox.ts'
import { markedLines } from '../process/channel/pipes.ts'
import { readReply } from '../process/channel/replies.ts'
import { frameReader, textFrame } from '../process/channel/web-socket.ts'
import { LaunchError } from '../process/launch-error.ts'
import type { Slot, Turn, TurnReading, TurnsReply, TurnsRequest } from './turns.ts'

/** Longest wait before the stop flag is read again. */
const LOOK_MS = 50

/** The contender's threads have the core meanwhile: its CPU clock moves if any of them wants it. */
const STILL_NS = 5000
/** A timer of a virtual machine takes some 50 µs to set: the kernel gives the core away for no sleep that is shorter. */
const AWAY_NS = 100_000

/** The turns end, as the host wanted, or since a contender has closed its end of the channel or not replied in time. */
export class TurnsEnd extends Error {
  readonly reply: Extract<TurnsReply, { readonly type: 'stopped' | 'ended' | 'overdue' }>

  constructor(reply: TurnsEnd['reply']) {
    super(reply.type)
    this.reply = reply
  }
}

interface Contender {
  readonly slot: Slot
  readonly cpuNs: CpuClock
  readonly scheduling: SchedulingReader
  readonly messages: ReturnType<typeof messagesOf>
  counts: SchedulingCounts
}

/**
 * Takes turns one after the other, in the thread that calls it, and blocks it meanwhile.
 *
 * @param onTurn called with the contender of each turn before it
 * @throws LaunchError when a contender gives no valid reply; TurnsEnd
 */
export function takeTurns(
  { slots, turns, stop }: TurnsRequest,
  calls: SystemCalls,
  onTurn: (contender: number) => void,
): TurnReading[] {
  const contenders = slots.map((slot): Contender => {
    const scheduling = schedulingOf(slot.pid)
    return {
      slot,
      cpuNs: cpuClockOf(slot.pid),
      scheduling,
      messages: messagesOf(slot, calls, stop),
      counts: scheduling.counts(),
    }
  })
  const waits = ownWaits()
  try {
    const readings = turns.map(turn => {
      const { contender } = turn
      onTurn(contender)
      if (Atomics.load(stop, 0) !== 0) throw new TurnsEnd({ type: 'stopped' })
      const one = contenders[contender]
      if (one === undefined) throw new RangeError(`no contender ${contender} in a group of ${slots.length}`)
      const others = contenders.filter(other => other !== one)
      return takeTurn(one, others, turn, waits.read, calls)
    })
    for (const [index, { messages }] of contenders.entries()) {
      onTurn(index)
      messages.refuseUnasked()
    }
    return readings
  } finally {
    for (const { scheduling } of contenders) scheduling.close()
    waits.close()
  }
}

function takeTurn(
  one: Contender,
  others: readonly Contender[],
  { leadIn, iterations }: Turn,
  readWaits: () => number | null,
  calls: SystemCalls,
): TurnReading {
  const { mainCpuNs: arrivedMainCpuNs } = one.scheduling.times()
  exchange(one, { type: 'lead-in', iterations: leadIn })
  awaitSleep(one, calls)
  const othersBefore = total(others.map(({ cpuNs }) => cpuNs()))
  // The collector may still be busy with the lead-in; that must not fall on the batch.
  const still = () => calls.sleep(STILL_NS)
  const cpuBefore = settledCpuNs(one.cpuNs, still)
  const before = { ...one.counts, ...one.scheduling.times() }
  const waitedBefore = readWaits()
  const { reply, sentNs, receivedNs } = exchange(one, { type: 'run', iterations })
  const waitedAfter = readWaits()
  const cpuAfter = settledCpuNs(one.cpuNs, still)
  const times = one.scheduling.times()
  const othersAfter = total(others.map(({ cpuNs }) => cpuNs()))
  one.counts = one.scheduling.counts()
  return {
    durationNs: reply.durationNs,
    clockNs: reply.clockNs,
    sentNs,
    receivedNs,
    hostWaitedNs: difference(waitedBefore, waitedAfter),
    cpuNs: difference(cpuBefore, cpuAfter),
    arrivedMainCpuNs,
    before,
    after: { ...one.counts, ...times },
    othersCpuNs: difference(othersBefore, othersAfter),
  }
}

/**
 * Waits until the main thread of a contender sleeps. Its reply may have woken this thread before it did: then it waits for the
 * core, which the kernel counts when that ends, and would count in its next batch.
 */
function awaitSleep({ scheduling }: Contender, calls: SystemCalls): void {
  const limitNs = monotonicNs() + SETTLE_LIMIT_NS
  while (scheduling.isRunnable() && monotonicNs() < limitNs) calls.sleep(AWAY_NS)
}

function exchange<C extends Command>({ slot, messages }: Contender, command: C) {
  const id = randomInt(MOST_ID)
  const message = messages.encode(JSON.stringify({ ...command, id }))
  messages.refuseUnasked()
  const sentNs = monotonicNs()
  messages.send(message)
  const { text, receivedNs } = messages.next(sentNs + slot.commandMs * 1e6, command.type)
  const reply = readReply(command, text, {
    id,
    hostNs: receivedNs - sentNs,
    clockSlackNs: slot.clockSlackNs,
  })
  return { reply, sentNs, receivedNs }
}

/** Returns a contender's channel, for the thread that it is lent to. */
function messagesOf({ input, output, framing, mailbox }: Slot, calls: SystemCalls, stop: Int32Array) {
  const bytes = Buffer.alloc(PIECE_BYTES)
  const received: string[] = []
  const feed = FEEDS[framing](text => received.push(text))
  const read = () => {
    const count = readPiece(input, bytes)
    if (count === 0) throw new TurnsEnd({ type: 'ended' })
    feed(bytes.subarray(0, count))
  }
  return {
    encode(text: string) {
      if (mailbox !== undefined) return Buffer.from(text)
      return framing === 'web socket' ? textFrame(text) : Buffer.from(`${text}\n`)
    },
    send(message: Buffer) {
      if (mailbox !== undefined) return post(output, mailbox, message.toString())
      try {
        writeSync(output, message)
      } catch {
        if (framing === 'web socket') throw new TurnsEnd({ type: 'ended' })
        throw new LaunchError('crashed', 'does not read its commands: its pipe is full')
      }
    },
    /** Throws LaunchError where something is there that no command asked for. */
    refuseUnasked() {
      // The contender prints until it is not read any more.
      if (mailbox !== undefined) return
      // A flood of empty lines never ends by itself.
      while (received.length === 0 && Atomics.load(stop, 0) === 0 && calls.awaitInput(input, 0)) read()
      if (received.length > 0) throw new LaunchError('crashed', 'spoke although it was not asked')
    },
    next(limitNs: number, command: Command['type']) {
      for (;;) {
        const isThere = calls.awaitInput(input, LOOK_MS)
        const receivedNs = monotonicNs()
        if (isThere) read()
        const text = received.shift()
        if (text !== undefined) return { text, receivedNs }
        if (Atomics.load(stop, 0) !== 0) throw new TurnsEnd({ type: 'stopped' })
        if (receivedNs > limitNs) throw new TurnsEnd({ type: 'overdue', command })
      }
    },
  }
}

/** Returns how many bytes there were; 0 at the end, which a process that is killed may make abrupt. */
function readPiece(input: number, bytes: Uint8Array): number {
  return orNull(() => readSync(input, bytes)) ?? 0
}

type Feed = (onText: (text: string) => void) => (piece: Uint8Array) => void

const onTooLong = () => {
  throw tooLong()
}

const lineFeed: Feed = onText => {
  const decoder = new TextDecoder()
  const feed = lines(onText, onTooLong)
  return piece => feed(decoder.decode(piece, { stream: true }))
}

const frameFeed: Feed = onText =>
  frameReader({
    onText,
    onTooLong,
    onClose() {
      throw new TurnsEnd({ type: 'ended' })
    },
  })

const FEEDS: Readonly<Record<Slot['framing'], Feed>> = {
  lines: lineFeed,
  'marked lines': onText => lineFeed(markedLines(onText)),
  'web socket': frameFeed,
}
