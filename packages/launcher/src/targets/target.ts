import { type RuntimeName, runners } from '@steelyard/runners'

/** A target as the user wrote it. */
export interface TargetSpec {
  readonly text: string
  readonly runtime: RuntimeName
  /** After `@`; null for the pinned version. */
  readonly version: string | null
  /** Between `~` and `=`: the label of a local build; null for a part of its hash. */
  readonly label: string | null
  /** After `=`; null for a version from the registry. */
  readonly path: string | null
  readonly flags: readonly string[]
  readonly environment: Readonly<Record<string, string>>
}

const ENVIRONMENT = /^([A-Z_][A-Z0-9_]*)=(.*)$/s
const RUNTIME = /^([a-z][a-z\d]*)(?:@([^=]*)|(?:~([\w.-]+))?=(.*))?$/s

/**
 * Reads `[NAME=value…] <runtime>[@<version>|[~<label>]=<path>] [flag…]`. A word with spaces stands in single or double quotes.
 *
 * @throws SyntaxError that names the part that could not be read
 */
export function parseTarget(text: string): TargetSpec {
  const environment: Record<string, string> = {}
  const words = splitWords(text)
  for (let match = ENVIRONMENT.exec(words[0] ?? ''); match; match = ENVIRONMENT.exec(words[0] ?? '')) {
    environment[match[1] ?? ''] = match[2] ?? ''
    words.shift()
  }
  const match = RUNTIME.exec(words.shift() ?? '')
  const runtime = match?.[1]
  if (!match || runtime === undefined || !isRuntime(runtime))
    throw unreadable(text, 'it names no known runtime')
  if (match[2] === '') throw unreadable(text, 'there is no version after @')
  if (match[4] === '') throw unreadable(text, 'there is no path after =')
  const stray = words.find(word => !runners[runtime].isFlag(word))
  if (stray !== undefined) throw unreadable(text, `'${stray}' is no flag of ${runtime}`)
  return {
    ...{ text, runtime, environment, flags: words },
    version: match[2] ?? null,
    label: match[3] ?? null,
    path: match[4] ?? null,
  }
}

/** Splits at spaces outside quotes, and removes the quotes. */
export function splitWords(text: string): string[] {
  const words = text.match(/(?:[^\s'"]+|'[^']*'|"[^"]*")+/g) ?? []
  return words.map(word => word.replace(/'([^']*)'|"([^"]*)"/g, (_, single, double) => single ?? double))
}

function isRuntime(name: string): name is RuntimeName {
  return Object.hasOwn(runners, name)
}

function unreadable(text: string, what: string): SyntaxError {
  const known = Object.keys(runners).join(', ')
  return new SyntaxError(
    `Cannot read the target '${text}': ${what}. Write [NAME=value…] <runtime>[@<version>|=<path>] [flag…] with one of ${known}.`,
  )
}
