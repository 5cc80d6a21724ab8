import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { importRecord } from '@steelyard/interop'
import type { ForeignName } from '@steelyard/record'
import { CASES } from '../cases/index.js'
import type { Command, Output, Reading, Request, Side, ToolVerdict } from './tool.ts'

/** Returns the file in `benches/` that holds the tool's way of writing a benchmark. */
export function benchFile(name: string): string {
  return join(import.meta.dirname, '../benches', name)
}

/** Returns the file that a bench of `benches/` writes its output to. */
export function outputFile({ directory }: Request): string {
  return join(directory, 'answer.json')
}

export async function readOutput<T = readonly Reading[]>(request: Request): Promise<T> {
  return JSON.parse(await readFile(outputFile(request), 'utf8')) as T
}

/** Returns the environment variable with the request for `benches/request.js`. */
export function requestVariable(request: Request): { readonly SELFBENCH: string } {
  const { sides, seconds } = request
  return {
    SELFBENCH: JSON.stringify({
      seconds,
      sides: sides.map(side => ({ case: side.case, count: countOf(side) })),
      answer: outputFile(request),
    }),
  }
}

/** Returns the command that runs a file of `benches/` in the runtime. */
export function benchCommand(request: Request, name: string, ...options: readonly string[]): Command {
  return {
    file: request.binary,
    args: [...options, benchFile(name)],
    environment: requestVariable(request),
  }
}

/** Returns the readings of what a tool printed, as `bench import` reads it. */
export function foreignReadings(printed: string, format: ForeignName): Reading[] {
  const file = { name: 'its output', text: printed, modifiedAt: new Date() }
  const steelyard = { version: '', commit: null }
  const { results } = importRecord(file, { format, target: null, steelyard })
  const found = results.flatMap(({ foreign }) => foreign ?? [])
  return found.map(({ statistics, interval }) => ({
    costNs: statistics,
    intervalNs: interval && [interval.lower, interval.upper],
  }))
}

/** Returns an output with the verdict that a rule gives on both sides. */
export function outputOf(
  readings: readonly Reading[],
  rule: (a: Reading, b: Reading) => ToolVerdict | null,
): Output {
  const [a, b] = readings
  return { readings, verdict: a && b ? rule(a, b) : null, ratios: null }
}

/** Returns the size of a side's input; RangeError when the factor does not come to a whole number. */
export function countOf({ case: name, factor }: Side): number {
  const exact = CASES[name].count * factor
  const count = Math.round(exact)
  if (Math.abs(exact - count) > 1e-6) {
    throw new RangeError(
      `Cannot do ${factor} times the work of ${name}: its input would have ${exact} parts. Give a factor that comes to a whole number.`,
    )
  }
  return count
}
