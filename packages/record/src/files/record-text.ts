import type { RunRecord } from '../record.ts'

const LINE_WIDTH = 110

/** Paths of what makes up most of a record: one line each, without spaces. */
const DENSE = /\.launches\[\d+\]$|^comparisons\[\d+\]$/

/**
 * Returns the record as JSON text, ready for a file. Launches, comparisons and lists of numbers take one line, and so do
 * short values without nesting; numbers keep every digit, and text is well-formed.
 *
 * @throws TypeError, naming the field, for a value that JSON would change silently (NaN, Infinity, undefined in a list)
 */
export function recordText(record: RunRecord): string {
  const pieces: string[] = []
  write(record, { path: '', indent: '', isDense: false }, pieces)
  return `${pieces.join('')}\n`
}

interface Place {
  readonly path: string
  readonly indent: string
  readonly isDense: boolean
}

/** Adds the text of a value to pieces: a text for each value that holds others would copy large ones again and again. */
function write(value: unknown, place: Place, pieces: string[]): void {
  const { path, indent } = place
  if (typeof value !== 'object' || value === null) {
    pieces.push(scalarText(value, path))
    return
  }
  const isList = Array.isArray(value)
  const isDense = place.isDense || DENSE.test(path)
  if (isList && value.every(item => item === null || Number.isFinite(item))) {
    pieces.push(JSON.stringify(value))
    return
  }
  const items = isList
    ? value.map((item, index) => ({ name: '', item, path: `${path}[${index}]` }))
    : Object.entries(value).flatMap(([key, item]) => {
        const name = `${JSON.stringify(key.toWellFormed())}:${isDense ? '' : ' '}`
        return item === undefined ? [] : { name, item, path: path === '' ? key : `${path}.${key}` }
      })
  const [open, close] = isList ? ['[', ']'] : ['{', '}']
  if (!isDense && items.every(({ item }) => typeof item !== 'object' || item === null)) {
    const line = items.map(({ name, item, path }) => name + scalarText(item, path)).join(', ')
    const oneLine = items.length === 0 || isList ? open + line + close : `{ ${line} }`
    if (oneLine.length <= LINE_WIDTH) {
      pieces.push(oneLine)
      return
    }
  }
  const inner = `${indent} `
  const [start, between, end] = isDense ? ['', ',', ''] : [`\n${inner}`, `,\n${inner}`, `\n${indent}`]
  pieces.push(open)
  for (const [index, { name, item, path }] of items.entries()) {
    pieces.push(index === 0 ? start : between, name)
    write(item, { path, indent: inner, isDense }, pieces)
  }
  pieces.push(end, close)
}

function scalarText(value: unknown, path: string): string {
  const isJson =
    value === null || typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value)
  if (!isJson) {
    throw new TypeError(
      `Cannot write the record: ${path} is ${String(value)}, which JSON cannot hold. Give a finite number, or null where a reading is not to be had.`,
    )
  }
  return JSON.stringify(typeof value === 'string' ? value.toWellFormed() : value)
}
