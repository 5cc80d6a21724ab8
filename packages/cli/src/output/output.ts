import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { Socket } from 'node:net'
import { clearScreenDown, cursorTo, moveCursor } from 'node:readline'
import { displayWidth, type TerminalStyle } from '@steelyard/text'
import { reasonOf } from '../process/reason-of.ts'
import { printable } from './printable.ts'
import { printableReport } from './printable-report.ts'
import { forcedColor, terminalStyleOf } from './terminal-style.ts'

type LogUpdate = typeof import('log-update')

// Loaded for a terminal alone: its expressions take a tenth of the start of a command to make.
const require = createRequire(import.meta.url)

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
  #update: ReturnType<LogUpdate['createLogUpdate']> | null = null
  #render: (() => string) | null = null
  #inPlace = ''
  #columnsInPlace: number | undefined

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

  /** Whether it is a terminal that can move its cursor. */
  get canOverwrite(): boolean {
    return this.isTTY && process.env.TERM !== 'dumb'
  }

  /** Rows of the terminal; undefined elsewhere. */
  get rows(): number | undefined {
    return this.#stream.rows
  }

  /** Columns of the terminal; undefined elsewhere. */
  get columns(): number | undefined {
    return this.#stream.columns
  }

  get style(): TerminalStyle {
    return terminalStyleOf(this.isTTY, this.columns)
  }

  /** Says something to people, in no colour. */
  say(text: string): void {
    this.#write(printable(text))
  }

  /** Shows people a rendered report, with its colours on a terminal or where they are forced. */
  show(report: string): void {
    this.#write(this.isTTY || forcedColor() ? printableReport(report) : printable(report))
  }

  /**
   * Shows a rendered report in place of the one before, as long as nothing else is written, and renders it again when the
   * terminal is resized. Does nothing where lines cannot be overwritten.
   */
  showInPlace(render: () => string): void {
    if (this.#isOver || !this.canOverwrite) return
    this.#update ??= this.#newUpdate()
    this.#forgetReflowed()
    this.#render = render
    this.#inPlace = printableReport(render())
    this.#update(this.#inPlace)
    this.#columnsInPlace = this.columns
  }

  clearInPlace(): void {
    if (this.#render === null) return
    this.#forgetReflowed()
    this.#update?.clear()
    this.#render = null
    this.#inPlace = ''
  }

  #newUpdate(): ReturnType<LogUpdate['createLogUpdate']> {
    this.#stream.on('resize', () => {
      if (this.#render !== null) this.showInPlace(this.#render)
    })
    const { createLogUpdate } = require('log-update') as LogUpdate
    return createLogUpdate(this.#stream, { showCursor: true })
  }

  /** A narrower terminal has broken the lines in place: they are more than were written. */
  #forgetReflowed(): void {
    const columns = this.columns ?? Number.POSITIVE_INFINITY
    if (this.#inPlace === '' || columns >= (this.#columnsInPlace ?? columns)) return
    const lines = this.#inPlace.split('\n').map(line => Math.max(1, Math.ceil(displayWidth(line) / columns)))
    moveCursor(this.#stream, 0, -lines.reduce((sum, each) => sum + each, 0))
    cursorTo(this.#stream, 0)
    clearScreenDown(this.#stream)
    this.#update?.done()
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
    this.clearInPlace()
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
