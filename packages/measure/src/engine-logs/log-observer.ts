import { closeSync, openSync, readSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type {
  Collection,
  EngineLog,
  EngineLogEvent,
  HeapTrace,
  LaunchTrace,
  Runner,
} from '@steelyard/launcher'
import type { LaunchPhase } from '@steelyard/record'
import type { Contender } from '@steelyard/schedule'

/** An engine that does the same again and again would fill the memory. */
const MOST_EVENTS = 200_000

/** When something was noticed: it happened no later, and after the step before. */
export interface Moment {
  /** Iterations of the case since the first. */
  readonly iterations: number
  /** Nanoseconds that these iterations took together. */
  readonly elapsedNs: number
  /** Lead-ins of timed batches are within too. */
  readonly phase: LaunchPhase
}

/** Something, and when it was noticed. */
export interface Noticed<T> {
  readonly event: T
  readonly when: Moment
}

export interface LoggedBatch {
  readonly wallNs: number
  readonly events: readonly EngineLogEvent[]
  readonly collections: number
}

export interface EngineLogs {
  readonly events: readonly Noticed<EngineLogEvent>[]
  readonly collections: readonly Noticed<Collection>[]
  /** The batches of the window, in their order. */
  readonly batches: readonly LoggedBatch[]
  readonly windowIterations: number
  /** False where there was more than is kept. */
  readonly isComplete: boolean
}

interface Step {
  readonly iterations: number
  readonly elapsedNs: number
  /** How many null batches and timed batches there were before its end. */
  readonly nullBatches: number
  readonly batches: number
}

interface Seen<T> {
  readonly event: T
  readonly step: Step
}

/** What is observed, and whether inline caches and shapes are. */
export interface LogOptions {
  readonly runner: Runner
  readonly log: EngineLog
  /** A folder for its files. */
  readonly folder: string
  readonly isDetailed: boolean
}

/** Notices what the engine of one contender logs, step by step. */
export class LogObserver {
  readonly trace: LaunchTrace
  readonly log: EngineLog
  readonly #collectionOf: (line: string) => Collection | null
  readonly #files: readonly GrowingFile[]
  /** Lines of its streams since the last step. */
  #pending: string[] = []
  readonly #events: Seen<EngineLogEvent>[] = []
  readonly #collections: Seen<Collection>[] = []
  #step: Step = { iterations: 0, elapsedNs: 0, nullBatches: 0, batches: 0 }
  /** Iterations done when the last null batch had ended, and when each batch after it had. */
  #ends: number[] = [0]
  /** The batches after the last null batch. */
  #batches: { readonly step: Step; readonly wallNs: number }[] = []
  #isComplete = true

  constructor({ runner, log, folder, isDetailed }: LogOptions) {
    this.log = log
    this.#files = log.files.map(name => new GrowingFile(`${folder}/${name}`))
    this.#collectionOf = runner.heapTrace?.reader() ?? (() => null)
    this.trace = {
      flags: [...log.flags(folder, isDetailed), ...heapFlags(runner.heapTrace)],
      onLine: line => {
        this.#pending.push(line)
      },
    }
  }

  watch(contender: Contender): Contender {
    const { runEmpty } = contender
    const noticed = async <T>(
      iterations: number,
      kind: 'batch' | 'other',
      run: () => Promise<T>,
    ): Promise<T> => {
      const { iterations: done, elapsedNs, nullBatches, batches } = this.#step
      const startedNs = performance.now() * 1e6
      const result = await run()
      const isNull = kind === 'batch' && iterations === 0
      this.#step = {
        iterations: done + iterations,
        elapsedNs: elapsedNs + performance.now() * 1e6 - startedNs,
        nullBatches: nullBatches + (isNull ? 1 : 0),
        batches: isNull ? 0 : batches + (kind === 'batch' ? 1 : 0),
      }
      if (isNull) this.#ends = [done]
      else if (kind === 'batch') this.#ends.push(done + iterations)
      await this.#drain()
      return result
    }
    return {
      ...contender,
      leadIn: iterations => noticed(iterations, 'other', () => contender.leadIn(iterations)),
      warm: iterations => noticed(iterations, 'other', () => contender.warm(iterations)),
      run: async iterations => {
        const batch = await noticed(iterations, 'batch', () => contender.run(iterations))
        const timed = { step: this.#step, wallNs: batch.wallNs }
        this.#batches = iterations === 0 ? [] : [...this.#batches, timed]
        return batch
      },
      ...(runEmpty && { runEmpty: iterations => noticed(0, 'other', () => runEmpty(iterations)) }),
    }
  }

  /** Returns what was noticed. The window is the last one, with this many batches. */
  of(batches: number): EngineLogs {
    const { nullBatches } = this.#step
    const phaseOf = (step: Step): LaunchPhase =>
      step.nullBatches < nullBatches ? 'warm-up' : step.batches <= batches ? 'window' : 'after'
    const timed = <T>({ event, step }: Seen<T>): Noticed<T> => {
      const { iterations, elapsedNs } = step
      return { event, when: { iterations, elapsedNs, phase: phaseOf(step) } }
    }
    const eventsOf = Map.groupBy(this.#events, ({ step }) => step)
    const collectionsOf = Map.groupBy(this.#collections, ({ step }) => step)
    return {
      events: this.#events.map(timed),
      collections: this.#collections.map(timed),
      batches: this.#batches.slice(0, batches).map(({ step, wallNs }) => ({
        wallNs,
        events: (eventsOf.get(step) ?? []).map(({ event }) => event),
        collections: collectionsOf.get(step)?.length ?? 0,
      })),
      windowIterations: (this.#ends[batches] ?? this.#step.iterations) - (this.#ends[0] ?? 0),
      isComplete: this.#isComplete,
    }
  }

  close(): void {
    for (const file of this.#files) file.close()
  }

  async #drain(): Promise<void> {
    await drained()
    const printed = this.#pending
    this.#pending = []
    for (const line of printed) {
      const ended = this.#collectionOf(line)
      if (ended !== null) this.#collections.push({ event: ended, step: this.#step })
      else if (this.#files.length === 0) this.#read(line)
    }
    for (const file of this.#files) for (const line of file.lines()) this.#read(line)
  }

  #read(line: string): void {
    const event = this.log.eventOf(line)
    if (event === null) return
    if (this.#events.length < MOST_EVENTS) this.#events.push({ event, step: this.#step })
    else this.#isComplete = false
  }
}

/** Resolves when what a contender had written before its reply has reached this process too. */
export async function drained(): Promise<void> {
  await sleep(1)
}

/** A collection that can be asked for is another thing. */
function heapFlags(trace: HeapTrace | null): readonly string[] {
  return trace?.flags.filter(flag => flag !== '--expose-gc') ?? []
}

const PIECE_BYTES = 1 << 20
const piece = Buffer.allocUnsafe(PIECE_BYTES)

/** A file that another process writes line by line. */
export class GrowingFile {
  readonly #file: string
  #descriptor: number | null = null
  #rest = ''

  constructor(file: string) {
    this.#file = file
  }

  /** Returns the lines that were ended since the last call; none while there is no such file. */
  lines(): string[] {
    this.#descriptor ??= opened(this.#file)
    if (this.#descriptor === null) return []
    let text = this.#rest
    for (let bytes = PIECE_BYTES; bytes === PIECE_BYTES; ) {
      bytes = readSync(this.#descriptor, piece, 0, PIECE_BYTES, null)
      text += piece.toString('latin1', 0, bytes)
    }
    const lines = text.split('\n')
    this.#rest = lines.pop() ?? ''
    return lines
  }

  close(): void {
    if (this.#descriptor !== null) closeSync(this.#descriptor)
    this.#descriptor = null
  }
}

function opened(file: string): number | null {
  try {
    return openSync(file, 'r')
  } catch {
    return null
  }
}
