import { closeSync, openSync, readSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { LaunchTrace } from '@steelyard/launcher'
import { orNull } from '@steelyard/launcher/or-null'
import type { LaunchPhase } from '@steelyard/record'
import type { Collection, EngineLog, EngineLogEvent, Runner } from '@steelyard/runners'
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

/** A command to the contender, and what its engine wrote until it had replied. */
interface Step extends Omit<Moment, 'phase'> {
  readonly kind: 'null batch' | 'batch' | 'other'
  wallNs: number
  readonly events: EngineLogEvent[]
  readonly collections: Collection[]
}

/** Notices what the engine of one contender logs, step by step. */
export class LogObserver implements Disposable {
  readonly trace: LaunchTrace
  readonly log: EngineLog
  readonly #collectionOf: (line: string) => Collection | null
  readonly #files: readonly GrowingFile[]
  /** Lines of its streams since the last step. */
  #pending: string[] = []
  readonly #steps: Step[] = []
  #eventCount = 0

  /** Its files are in `folder`; where `isDetailed`, inline caches are observed. */
  constructor({ heapTrace }: Runner, log: EngineLog, folder: string, isDetailed: boolean) {
    this.log = log
    this.#files = log.files.map(name => new GrowingFile(`${folder}/${name}`))
    this.#collectionOf = heapTrace?.reader() ?? (() => null)
    // A collection that can be asked for is another thing.
    const heapFlags = heapTrace?.flags.filter(flag => flag !== '--expose-gc') ?? []
    this.trace = {
      flags: [...log.flags(folder, isDetailed), ...heapFlags],
      onLine: line => {
        this.#pending.push(line)
      },
    }
  }

  watch(contender: Contender): Contender {
    const { runEmpty } = contender
    const noticed = async <T>(kind: Step['kind'], iterations: number, run: () => Promise<T>): Promise<T> => {
      const before = this.#steps.at(-1) ?? { iterations: 0, elapsedNs: 0 }
      const startedMs = performance.now()
      const result = await run()
      const step: Step = {
        kind,
        iterations: before.iterations + iterations,
        elapsedNs: before.elapsedNs + (performance.now() - startedMs) * 1e6,
        wallNs: 0,
        events: [],
        collections: [],
      }
      this.#steps.push(step)
      await this.#drain(step)
      return result
    }
    return {
      ...contender,
      leadIn: iterations => noticed('other', iterations, () => contender.leadIn(iterations)),
      warm: iterations => noticed('other', iterations, () => contender.warm(iterations)),
      run: async iterations => {
        const kind = iterations === 0 ? 'null batch' : 'batch'
        const batch = await noticed(kind, iterations, () => contender.run(iterations))
        const [step] = this.#steps.slice(-1)
        if (step) step.wallNs = batch.wallNs
        return batch
      },
      ...(runEmpty && { runEmpty: iterations => noticed('other', 0, () => runEmpty(iterations)) }),
    }
  }

  /** Returns what was noticed. The window is the last one, with this many batches after the last null batch. */
  of(batches: number): EngineLogs {
    const steps = this.#steps
    const begin = steps.findLastIndex(({ kind }) => kind === 'null batch')
    const timed = steps.slice(begin + 1).filter(({ kind }) => kind === 'batch')
    const [later] = timed.slice(batches)
    const end = later === undefined ? steps.length : steps.indexOf(later)
    const noticed = <T>(what: (step: Step) => readonly T[]): Noticed<T>[] =>
      steps.flatMap((step, index) => {
        const { iterations, elapsedNs } = step
        const phase = index < begin ? 'warm-up' : index < end ? 'window' : 'after'
        return what(step).map(event => ({ event, when: { iterations, elapsedNs, phase } }))
      })
    const iterationsAt = (step: Step | undefined) => step?.iterations ?? 0
    const last = timed.length < batches ? steps.at(-1) : timed[batches - 1]
    return {
      events: noticed(({ events }) => events),
      collections: noticed(({ collections }) => collections),
      batches: timed
        .slice(0, batches)
        .map(({ wallNs, events, collections }) => ({ wallNs, events, collections: collections.length })),
      windowIterations: iterationsAt(last ?? steps[begin]) - iterationsAt(steps[begin]),
      isComplete: this.#eventCount <= MOST_EVENTS,
    }
  }

  [Symbol.dispose](): void {
    for (const file of this.#files) file.close()
  }

  async #drain(step: Step): Promise<void> {
    await drained()
    const printed = this.#pending
    this.#pending = []
    for (const line of printed) {
      const ended = this.#collectionOf(line)
      if (ended !== null) step.collections.push(ended)
      else if (this.#files.length === 0) this.#read(line, step)
    }
    for (const file of this.#files) for (const line of file.lines()) this.#read(line, step)
  }

  #read(line: string, { events }: Step): void {
    const event = this.log.eventOf(line)
    if (event !== null && ++this.#eventCount <= MOST_EVENTS) events.push(event)
  }
}

/** Resolves when what a contender had written before its reply has reached this process too. */
export async function drained(): Promise<void> {
  await sleep(1)
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
    this.#descriptor ??= orNull(() => openSync(this.#file, 'r'))
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
