import { isBenchmark } from '@steelyard/dialects'
import type { DialectName } from '@steelyard/dialects/dialect-name'
import type { SuiteDescription } from '@steelyard/harness/protocol'
import {
  hasTag,
  inWorkspace,
  loadSuite,
  MOST_ACROSS,
  type SuiteWord,
  select,
  UsageError,
  unknownTag,
} from '@steelyard/measure'
import { codeLine, PROGRAM, sanitize } from '@steelyard/text'

/** The suites that could be loaded, and a sentence for each that could not. */
export interface Listing {
  readonly suites: readonly SuiteDescription[]
  readonly errors: readonly string[]
}

/**
 * Loads the descriptions of suites, each in a process of its own.
 *
 * @param words as for a run; empty for every suite of the repository
 * @returns null when the signal came
 * @throws UsageError for a suite that does not exist, and where none has one of the tags
 */
export async function listSuites(
  words: readonly SuiteWord[],
  dialect: DialectName | null,
  tags: readonly string[],
  signal: AbortSignal,
): Promise<Listing | null> {
  const selections = (words.length > 0 ? words : ['all']).flatMap(select)
  return inWorkspace(signal, async workspace => {
    const suites: SuiteDescription[] = []
    const errors: string[] = []
    for (const { file, label, isFound } of selections) {
      if (signal.aborted) return null
      if (isFound && typeof file === 'string' && !(await isBenchmark(file, dialect))) continue
      try {
        const names = new Set(suites.map(({ name }) => name))
        suites.push((await loadSuite(file, label, workspace, { dialect, names })).description)
      } catch (error) {
        if (!(error instanceof UsageError)) throw error
        errors.push(error.message)
      }
    }
    if (signal.aborted) return null
    const left = suites.filter(suite => hasTag(suite, tags))
    if (left.length === 0 && suites.length > 0) throw unknownTag(suites, tags)
    return { suites: left, errors }
  })
}

/** Returns the listing for people, with the functions of the cases, each in a line, where that is wanted. */
export function listingText({ suites }: Listing, withCode: boolean): string {
  const blocks = suites.map(suite => {
    const { name, question, cases, params, tags = [] } = suite
    const values = Object.entries(params).map(([param, all]) => `${param}=${all.join('|')}`)
    return [
      name,
      `  ${question}`,
      `  cases  ${cases.join(', ')}`,
      ...(values.length > 0 ? [`  params ${values.join('  ')}   (the first is the default)`] : []),
      ...(tags.length > 0 ? [`  tags   ${tags.join(', ')}`] : []),
      ...(withCode ? [...pairLines(Object.entries(suite.descriptions ?? {})), ...codeLines(suite)] : []),
      ...comparedLines(suite),
    ].join('\n')
  })
  return `${blocks.join('\n\n')}\n\nRun one with: ${PROGRAM} <suite>, a single case with: ${PROGRAM} <suite>/<case>`
}

/** What a plain run compares besides the cases inside each target. */
function comparedLines({ compare, across, cases }: SuiteDescription): string[] {
  if (compare === 'targets') return ['  compares targets, case by case']
  if (across === null) return cases.length > MOST_ACROSS ? [] : ['  compares targets too, on every case']
  if (across.length === 0) return []
  const which = across.length === cases.length ? 'every case' : across.join(', ')
  return [`  compares targets too, on ${which}`]
}

const LONGEST_LINE = 110

function codeLines({ code }: SuiteDescription): string[] {
  if (code === undefined) return []
  const setup = code.setup === null ? [] : [['setup', code.setup] as const]
  return pairLines([...setup, ...Object.entries(code.cases)].map(([name, text]) => [name, shortened(text)]))
}

function shortened(text: string): string {
  const line = sanitize(codeLine(text))
  return line.length <= LONGEST_LINE ? line : `${line.slice(0, LONGEST_LINE - 1)}…`
}

function pairLines(texts: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(0, ...texts.map(([name]) => name.length))
  return texts.map(([name, text]) => `    ${name.padEnd(width)}  ${sanitize(text)}`)
}
