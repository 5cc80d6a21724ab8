import { appendFileSync, closeSync, fdatasyncSync, ftruncateSync, openSync, readFileSync } from 'node:fs'
import { orNull } from '@steelyard/launcher/or-null'
import { UsageError } from '../plan/usage-error.ts'

const JOURNAL_SCHEMA = 'steelyard/journal@2'

/** The first line of a journal: what runs the same command again. */
export interface JournalHead {
  readonly startedAt: string
  /** Version, commit and method: launches of different ones are not pooled. */
  readonly steelyard: string
  /** Absolute path of the folder in which the command was given. */
  readonly folder: string
  readonly command: readonly string[]
  readonly seed: number
}

interface Entry {
  readonly key: string
  readonly tookNs: number
  readonly value: unknown
}

/**
 * Everything that a run has measured so far, one line of JSON each, on disk before the next launch begins. A run that was
 * killed is run again over its journal: what stands there is not measured again.
 */
export class Journal {
  readonly file: string
  readonly head: JournalHead
  /** Called before the first measurement that it does not hold; null to measure it. */
  readonly endAtNew: (() => void) | null
  readonly #entries: Map<string, Entry>
  #found: number
  #recalled = 0
  #isAdded = false
  #descriptor: number | null
  /** Why entries are no longer written; null while they are. */
  #writeError: Error | null = null

  private constructor(
    file: string,
    head: JournalHead,
    descriptor: number,
    entries: readonly Entry[] = [],
    endAtNew: (() => void) | null = null,
  ) {
    this.file = file
    this.head = head
    this.endAtNew = endAtNew
    this.#descriptor = descriptor
    this.#entries = new Map(entries.map(entry => [entry.key, entry]))
    this.#found = entries.length
  }

  /** Begins a journal in a file that does not exist yet. */
  static begin(file: string, head: JournalHead): Journal {
    const journal = new Journal(file, head, openSync(file, 'ax', 0o600))
    journal.#append(headLine(head))
    return journal
  }

  /** Opens a journal to go on with it, up to the first line that was torn; UsageError where the file is no journal. */
  static reopen(file: string, endAtNew: (() => void) | null = null): Journal {
    const [first = '', ...rest] = readFileSync(file, 'utf8').split('\n').slice(0, -1)
    const head = parsed(first)
    if (!isHead(head))
      throw new UsageError(`Cannot resume ${file}: it is not a journal of this version of Steelyard.`)
    const found = rest.map(parsed)
    const bad = found.findIndex(value => !isEntry(value))
    const entries = (bad < 0 ? found : found.slice(0, bad)) as Entry[]
    const kept = [first, ...rest.slice(0, entries.length)].map(line => `${line}\n`).join('')
    const descriptor = openSync(file, 'a')
    ftruncateSync(descriptor, Buffer.byteLength(kept))
    return new Journal(file, head, descriptor, entries, endAtNew)
  }

  get size(): number {
    return this.#entries.size
  }

  /** Why it does not hold what was measured last; null while it holds all. */
  get writeError(): Error | null {
    return this.#writeError
  }

  /** Whether nothing of what it held was wanted, and all was measured again: the suite or a runtime has changed since. */
  get isOutdated(): boolean {
    return this.#found > 0 && this.#recalled === 0 && this.#isAdded
  }

  find(key: string): Entry | null {
    const entry = this.#entries.get(key) ?? null
    if (entry !== null) this.#recalled++
    return entry
  }

  /** Writes an entry to disk. A disk that takes no more ends the journal, not the run. */
  add(entry: Entry): void {
    this.#entries.set(entry.key, entry)
    this.#isAdded = true
    this.#append(`${JSON.stringify(entry)}\n`)
  }

  /** Forgets what it holds, since what was made of it is kept elsewhere. */
  forget(): void {
    this.#entries.clear()
    this.#found = 0
    if (this.#descriptor !== null) ftruncateSync(this.#descriptor, Buffer.byteLength(headLine(this.head)))
  }

  close(): void {
    if (this.#descriptor !== null) closeSync(this.#descriptor)
    this.#descriptor = null
  }

  #append(line: string): void {
    if (this.#descriptor === null || this.#writeError !== null) return
    try {
      // A disk that is nearly full may take a part of one write.
      appendFileSync(this.#descriptor, line)
      fdatasyncSync(this.#descriptor)
    } catch (error) {
      this.#writeError = error instanceof Error ? error : new Error(String(error))
    }
  }
}

function headLine({ startedAt, steelyard, folder, command, seed }: JournalHead): string {
  return `${JSON.stringify({ schema: JOURNAL_SCHEMA, startedAt, steelyard, folder, command, seed })}\n`
}

/** Returns the value of a line; null for one that is no JSON. */
function parsed(line: string): unknown {
  return orNull(() => JSON.parse(line))
}

function isHead(value: unknown): value is JournalHead {
  return (value as { readonly schema?: unknown } | null)?.schema === JOURNAL_SCHEMA
}

function isEntry(value: unknown): boolean {
  const { key, tookNs } = (value ?? {}) as Partial<Entry>
  return typeof key === 'string' && typeof tookNs === 'number'
}
