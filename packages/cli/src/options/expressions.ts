import type { SuiteWord } from '@steelyard/measure'
import type { Command } from 'commander'
import type { ValuesOf } from './entry.ts'
import { withOwnSuites } from './own-suites.ts'
import type { Table } from './table.ts'

/** Options by which expressions take the place of a suite, and by which suites are found. */
type AskedSuites = Pick<ValuesOf<Table>, 'expressions' | 'setup' | 'suites'>

/**
 * Returns the suites that a command line asks for, by name or as expressions; ends with a usage error where there are
 * neither, or both. Names of suites in folders become their paths.
 *
 * @param missing what to say where there are neither
 */
export function askedSuites(
  words: readonly string[],
  { expressions, setup, suites }: AskedSuites,
  command: Command,
  missing: string,
): SuiteWord[] {
  const [word] = words
  if (expressions.length === 0) {
    if (word === undefined) command.error(`error: ${missing}`)
    return [...withOwnSuites(words, suites)]
  }
  if (word !== undefined) {
    command.error(`error: give '${word}' or -e, not both; quote an expression that has spaces`)
  }
  return [{ expressions, setup: setup.join('\n') }]
}

export function askedSuite(words: readonly string[], asked: AskedSuites, command: Command): SuiteWord {
  const [suite = ''] = askedSuites(words, asked, command, "missing required argument 'suite/case'")
  return suite
}
