import type { RunRecord } from '../record.ts'

const LINE_WIDTH = 110

/** Paths of what makes up most of a record: one line each, without spaces. */
const DENSE = /\.launches\[\d+\]$|^comparisons\[\d+\]$/

/**
 * Returns the record as JSON text, ready for a file. Launches, comparisons and lists of numbers take one line, and so do
 * short values without nesting; numbers keep every digit, and text is well-formed.
 *
 * @throws TypeError for a value that JSON would change silently (NaN, Infinity, undefined in a list), naming
 * its field.
 */
export function recordText(record: RunRecord): string {
  return `${textOf(record, '', '')}\n`
}

function textOf(value: unknown, path: string, indent: string, isInDense = false): string {
  if (typeof value !== 'object' || value === null) return scalarText(value, path)
  const isList = Array.isArray(value)
  const isDense = isInDense || DENSE.test(path)
  if (isList && value.every(item => item === null || Number.isFinite(item))) {
    // A text for each number would take a hundred times the memory of a list of samples.
    return isDense ? JSON.stringify(value) : JSON.stringify(value).replaceAll(',', ', ')
  }
  const inner = `${indent}  `
  const items = isList
    ? value.map((item, index) => textOf(item, `${path}[${index}]`, inner, isDense))
    : Object.entries(value)
        .filter(([, item]) => item !== undefined)
        .map(
          ([key, item]) =>
            `${JSON.stringify(key.toWellFormed())}:${isDense ? '' : ' '}${textOf(item, path === '' ? key : `${path}.${key}`, inner, isDense)}`,
        )
  const [open, close] = isList ? ['[', ']'] : ['{', '}']
  if (items.length === 0) return open + close
  if (isDense) return open + items.join(',') + close
  const oneLine = isList ? `[${items.join(', ')}]` : `{ ${items.join(', ')} }`
  if (standsOnOneLine(value, oneLine)) return oneLine
  return `${open}\n${items.map(item => inner + item).join(',\n')}\n${indent}${close}`
}

function scalarText(value: unknown, path: string): string {
  const isJson =
    value === null ||
    typeof value === 'string' ||
    typeof value === 'boolean' ||
    (typeof value === 'number' && Number.isFinite(value))
  if (!isJson) {
    throw new TypeError(
      `Cannot write the record: ${path} is ${String(value)}, which JSON cannot hold. Give a finite number, or null where a reading is not to be had.`,
    )
  }
  return JSON.stringify(typeof value === 'string' ? value.toWellFormed() : value)
}

function standsOnOneLine(value: object, oneLine: string): boolean {
  const isNested = Object.values(value).some(item => typeof item === 'object' && item !== null)
  return !isNested && oneLine.length <= LINE_WIDTH
}
