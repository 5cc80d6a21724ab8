import { closeSync, openSync, readSync } from 'node:fs'

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
