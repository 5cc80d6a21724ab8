import { open, readFile } from 'node:fs/promises'
import { basename, relative } from 'node:path'
import { DialectError, dialects, isBenchmark } from '@steelyard/dialects'
import { LaunchError, thrownAt } from '@steelyard/launcher'
import type { WrittenBundle } from '../launch/workspace.ts'
import { UsageError } from './usage-error.ts'

/** The bundler's message about a file without a default export. */
const NO_DEFAULT = /No matching export in .* for import "default"/

/** The bundler's message about a missing import. */
const NOT_FOUND = /: Could not resolve "/

/** A file with neither is no suite. */
const EXPORTS = /\bexport\s+default\b|\bas\s+default\b|\{\s*default\s*\}|\bmodule\.exports\b/

const HOW = 'Write: export default suite({ … }).'

/** Bytes at the beginning of a file that show whether it is a text. */
const BEGINNING = 1000

/** Throws UsageError for a file that holds no text. */
export async function checkIsText(file: string, name: string): Promise<void> {
  await using handle = await open(file)
  const { bytesRead, buffer } = await handle.read(Buffer.alloc(BEGINNING), 0, BEGINNING, 0)
  if (buffer.subarray(0, bytesRead).includes(0)) {
    throw new UsageError(`Cannot load ${name}: it is a binary file. Give a script.`)
  }
}

/** Throws UsageError for CommonJS that exports nothing: it would be run, although it is no suite. */
export async function checkExports(file: string, name: string): Promise<void> {
  if (!/\bexports?\b/.test(await readFile(file, 'utf8')))
    throw new UsageError(await noDefaultText(file, name))
}

/** Returns why a file that is taken for a suite cannot be bundled: where it is none, that comes before what it lacks. */
export async function bundleFault(error: unknown, file: string, name: string): Promise<unknown> {
  if (!(error instanceof SyntaxError)) return error
  const isNone = NO_DEFAULT.test(error.message) || (NOT_FOUND.test(error.message) && (await isNoSuite(file)))
  return isNone ? new UsageError(await noDefaultText(file, name)) : error
}

async function isNoSuite(file: string): Promise<boolean> {
  return !(await isBenchmark(file, null)) && !EXPORTS.test(await readFile(file, 'utf8'))
}

/** Returns why a suite file cannot be loaded, as a UsageError with file and line; other errors unchanged. */
export async function suiteFault(
  error: unknown,
  file: string,
  name: string,
  bundle: WrittenBundle | null,
): Promise<unknown> {
  if (error instanceof SyntaxError || error instanceof DialectError) return new UsageError(error.message)
  if (!(error instanceof LaunchError)) return error
  const place = bundle && placeOf(error, bundle)
  const defined = / Cannot (?:define|read) the suite: (.*)$/s.exec(error.message)?.[1]
  if (defined !== undefined)
    return new UsageError(`Cannot define the suite in ${place ?? (await defaultOf(file))}: ${defined}`)
  const where = place === null ? '' : ` (${place})`
  return new UsageError(
    `Cannot load the suite ${name}: ${loadReason(error)}${where}. Correct the file and run again.`,
  )
}

/** Returns why expressions cannot be loaded, as a UsageError; other errors unchanged. */
export function expressionsFault(error: unknown, name: string): unknown {
  if (error instanceof SyntaxError) return new UsageError(error.message)
  if (!(error instanceof LaunchError)) return error
  return new UsageError(`Cannot load ${name}: ${loadReason(error)}. Correct --setup and run again.`)
}

/** Returns why a suite was not loaded, as a clause without its period. */
export function loadReason({ failure, message }: LaunchError): string {
  return failure === 'timeout' ? 'it did not finish loading within 10 s' : `it ${message.replace(/\.$/, '')}`
}

/** Where the file threw, for example `array-copy.bench.ts:3:16`; null where that is not known. */
function placeOf({ output }: LaunchError, bundle: WrittenBundle): string | null {
  const place = thrownAt(bundle, basename(bundle.file), output)
  return place && `${shown(place.file)}:${place.line}:${place.column}`
}

/** Returns a file with the line of what it exports by default, where that can be seen. */
async function defaultOf(file: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch(() => '')
  const line = text.split('\n').findIndex(one => /^\s*export\s+default\b|\bas\s+default\b/.test(one)) + 1
  return line === 0 ? shown(file) : `${shown(file)}:${line}`
}

function shown(file: string): string {
  const near = relative(process.cwd(), file)
  return near.startsWith('..') ? file : near
}

async function noDefaultText(file: string, name: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch(() => '')
  if (/\bfrom\s*['"]steelyard['"]/.test(text)) {
    return `Cannot load the suite ${name}: it has no default export. ${HOW}`
  }
  const names = dialects.map(one => one.name).join('|')
  return `Cannot load ${name}: it exports no suite, and uses no dialect that is known. Choose one with --dialect ${names}.`
}
