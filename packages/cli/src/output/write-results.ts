import { UsageError } from '@steelyard/measure'
import { type Outline, renderOutline, renderOutlineMarkdown } from '@steelyard/report'
import { reasonOf } from '../process/reason-of.ts'
import type { Output } from './output.ts'
import { shown } from './shown-path.ts'
import { stderr, stdout } from './streams.ts'
import { giveFor } from './write-for.ts'

/** Where results go, by the name of their option; - for standard output, null for one that is not wanted. */
type Places<Name extends string> = Readonly<Record<Name, string | null>>

/** Returns where people read: on standard error while a result has standard output. */
export function peopleOf(...files: readonly (string | null)[]): Output {
  return files.includes('-') ? stderr : stdout
}

/** Shows outlines to people, and writes them and the data behind them where that is wanted. Returns whether all are there. */
export function giveOutlines(
  outlines: readonly Outline[],
  { json, markdown }: Places<'json' | 'markdown'>,
  data: () => unknown,
): Promise<boolean> {
  const people = peopleOf(json, markdown)
  people.show(`${outlines.map(outline => renderOutline(outline, people.style)).join('\n\n')}\n\n`)
  const page = () => outlines.map(renderOutlineMarkdown).join('\n\n')
  return allDone(writesOf({ json, markdown }, { json: data, markdown: page }))
}

/** Returns what writes each wanted result, and says so unless silent. A maker gives a text, or a value that becomes JSON. */
export function writesOf<Name extends string>(
  places: Places<Name>,
  makers: Readonly<Record<Name, () => unknown>>,
  isSilent = false,
): (() => Promise<void>)[] {
  const names = Object.keys(makers) as Name[]
  const people = peopleOf(...names.map(name => places[name]))
  return names.flatMap(name => {
    const file = places[name]
    if (file === null) return []
    return async () => {
      const result = await makers[name]()
      const text = typeof result === 'string' ? result : `${JSON.stringify(result, null, 2)}\n`
      await giveFor(`--${name}`, file, text)
      if (file !== '-' && !isSilent) people.say(`Wrote ${shown(file)}\n`)
    }
  })
}

export async function allDone(writes: readonly (() => Promise<unknown>)[]): Promise<boolean> {
  const troubles = await troublesOf(writes)
  sayAll(troubles)
  return troubles.length === 0
}

/** Makes all writes, in order, and returns a sentence for each that failed. */
export async function troublesOf(writes: readonly (() => Promise<unknown>)[]): Promise<string[]> {
  const troubles: string[] = []
  for (const write of writes) {
    try {
      await write()
    } catch (error) {
      troubles.push(
        error instanceof UsageError ? error.message : `Cannot write all of it: ${reasonOf(error)}.`,
      )
    }
  }
  return troubles
}

export function sayAll(sentences: readonly string[]): void {
  for (const sentence of sentences) stderr.say(`${sentence}\n`)
}

/** Returns what draws: it takes a third of a second to load. */
export function pictures(): Promise<typeof import('@steelyard/report/pictures')> {
  return import('@steelyard/report/pictures')
}
