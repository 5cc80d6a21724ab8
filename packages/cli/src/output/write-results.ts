import { troublesOf } from './destinations.ts'
import type { Output } from './output.ts'
import { shown } from './shown-path.ts'
import { stderr, stdout } from './streams.ts'
import { giveFor } from './write-for.ts'

/** A result that an option asks for. */
export interface WantedResult {
  /** The option, which names another place where this one cannot be written. */
  readonly option: string
  /** The file, - for standard output; null where it is not wanted. */
  readonly file: string | null
  textOf(): string | Promise<string>
}

/** Returns where people read: on standard error while a result has standard output. */
export function peopleOf(...files: readonly (string | null)[]): Output {
  return files.includes('-') ? stderr : stdout
}

/** Writes the results that are wanted, the rest also when one fails; returns a sentence for each that failed. */
export function writeResults(results: readonly WantedResult[]): Promise<string[]> {
  const people = peopleOf(...results.map(({ file }) => file))
  const write = async ({ option, textOf }: WantedResult, file: string) => {
    await giveFor(option, file, await textOf())
    if (file !== '-') people.say(`Wrote ${shown(file)}\n`)
  }
  return troublesOf(
    results.flatMap(result => (result.file === null ? [] : [() => write(result, result.file ?? '')])),
  )
}
