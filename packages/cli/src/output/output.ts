import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { Socket } from 'node:net'
import { firstCharacters } from '@steelyard/harness/first-characters'
import { reasonOf } from '../process/reason-of.ts'
import { forcedColor } from './forced-color.ts'
import { printable } from './printable.ts'
import { printableReport } from './printable-report.ts'

/** A reader that has gone, such as `head`, does not fail the run. */
const GONE = ['EPIPE', 'EIO']

/**
 * Standard output or standard error. All output goes through here, so that a terminal only prints what others wrote
 * into a record, a file name or a case.
 */
export class Output {
  readonly #stream: NodeJS.WriteStream & { readonly fd: number }
  readonly #onFailure: (reason: string) => void
  /** Pipes and terminals are, files and devices are not. */
  readonly #isSocket: boolean
  #isOver = false
  #linesInPlace = 1

  /** @param onFailure called once when no more can be written, unless the reader has gone */
  constructor(
    stream: NodeJS.WriteStream & { readonly fd: number },
    onFailure: (reason: string) => void = () => {},
  ) {
    this.#stream = stream
    this.#onFailure = onFailure
    this.#isSocket = stream instanceof Socket
    stream.on('error', error => {
      if (GONE.includes((error as NodeJS.ErrnoException).code ?? '')) this.#isOver = true
      else this.#fail(error)
    })
  }

  get isTTY(): boolean {
    return this.#stream.isTTY === true
  }

  /** Of the terminal; undefined elsewhere. */
  get rows(): number | undefined {
    return this.#stream.rows
  }

  /** Of the terminal; undefined elsewhere. */
  get columns(): number | undefined {
    return this.#stream.columns
  }

  /** Says something to people, in no colour. */
  say(text: string): void {
    this.#write(printable(text))
  }

  /** Shows people a rendered report, with its colours on a terminal or where they are forced. */
  show(report: string): void {
    this.#write(this.isTTY || forcedColor() ? printableReport(report) : printable(report))
  }

  /** Overwrites the lines that it wrote last on a terminal, if nothing else was written since; cut to its width. */
  sayInPlace(...lines: readonly string[]): void {
    const up = this.#linesInPlace > 1 ? `\u001b[${this.#linesInPlace - 1}A` : ''
    const text = lines.map(line => firstCharacters(printable(line), (this.columns ?? 80) - 1)).join('\n')
    this.#write(up === '' ? `\r\u001b[K${text}` : `\r${up}\u001b[J${text}`)
    this.#linesInPlace = lines.length
  }

  /**
   * Gives a program unchanged data, and a terminal its printable form. Waits for a slow reader, so that data of any
   * length take no memory.
   *
   * @returns false when the reader wants no more
   */
  async give(data: string): Promise<boolean> {
    const isTaken = this.#write(this.isTTY ? printable(data) : data)
    if (!isTaken && !this.#isOver) {
      await Promise.race([once(this.#stream, 'drain'), once(this.#stream, 'close')]).catch(() => {})
    }
    return !this.#isOver
  }

  #write(text: string): boolean {
    if (this.#isOver || text === '') return true
    if (this.#isSocket) return this.#stream.write(text)
    try {
      // Node's own stream does not report a partial write to a file, as on a full disk.
      writeFileSync(this.#stream.fd, text)
    } catch (error) {
      this.#fail(error)
    }
    return true
  }

  #fail(error: unknown): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#onFailure(reasonOf(error))
  }
}
