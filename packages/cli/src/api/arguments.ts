import { nearest } from '@steelyard/measure'
import { type Entry, longName } from '../options/entry.ts'
import { argsOf } from '../options/invocation.ts'
import { optionsOf } from '../options/table.ts'

/** Options that are no options of the command line. */
const OF_API = ['onText', 'signal', 'recordFolder']

/** Returns the command line of what options of the API ask for. Error for an option that the command does not have. */
export function argumentsOf(
  command: 'run' | 'compare',
  suites: readonly string[],
  options: { readonly recordFolder?: string },
): string[] {
  const { recordFolder } = options
  // Where results go is not asked of a program: --watch would never end, and "save: true" would be --no-save.
  const entries = Object.entries<Entry>(optionsOf(command)).filter(([name, { section }]) =>
    section === 'output' ? name === 'evidenceFolder' : section !== undefined,
  )
  const known = new Map(entries)
  const given = Object.entries(options).flatMap(([name, value]) => {
    if (OF_API.includes(name) || value === undefined) return []
    const entry = known.get(name)
    if (entry === undefined) throw new Error(unknown(name, [...known.keys()]))
    return textsOf(value).map(text => ({ flag: longName(entry.flags), text }))
  })
  const output = [
    recordFolder === undefined ? { flag: '--no-save', text: null } : { flag: '--out', text: recordFolder },
    { flag: '--json', text: '-' },
  ]
  return argsOf({ command, words: suites, options: [...given, ...output] })
}

function unknown(name: string, known: readonly string[]): string {
  const near = nearest(name, known)
  return `Cannot use the option '${name}'. ${near.length > 0 ? `Did you mean ${near.join(' or ')}?` : 'There is no such option.'}`
}

/** Returns the texts of a value; null for an option without one. */
function textsOf(value: unknown): (string | null)[] {
  if (typeof value === 'boolean') return value ? [null] : []
  if (Array.isArray(value)) return value.map(String)
  if (typeof value !== 'object' || value === null) return [String(value)]
  return Object.entries(value).map(([name, one]) => `${name}=${one}`)
}
