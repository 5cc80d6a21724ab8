import type { SuiteWord } from '@steelyard/measure'
import type { Command } from 'commander'
import { collect } from './options.ts'
import { suitesOption, withOwnSuites } from './own-suites.ts'

/** Options by which expressions take the place of a suite, and by which suites are found. */
export interface RawExpressions {
  readonly expression?: string[]
  readonly setup?: string[]
  readonly suites?: string[]
}

/** Adds the options to a command whose argument may then be missing. */
export function withExpressions(command: Command): Command {
  return command
    .option('-e, --expression <js>', 'expression to measure instead of a suite; repeatable', collect)
    .option('--setup <js>', 'statements and imports that the expressions use; not timed', collect)
    .addOption(suitesOption())
}

/**
 * Returns the suites that a command line asks for, by name or as expressions; ends with a usage error where there are
 * neither, or both. Names of suites in folders become their paths.
 *
 * @param missing what to say where there are neither
 */
export function askedSuites(
  words: readonly string[],
  { expression = [], setup = [], suites = [] }: RawExpressions,
  command: Command,
  missing: string,
): SuiteWord[] {
  if (expression.length === 0) {
    if (setup.length > 0) command.error('error: --setup belongs to expressions; add -e <expression>')
    if (words.length === 0) command.error(`error: ${missing}`)
    return [...withOwnSuites(words, suites)]
  }
  const [word] = words
  if (word !== undefined) {
    command.error(`error: give '${word}' or -e, not both; quote an expression that has spaces`)
  }
  return [{ expressions: expression, setup: setup.join('\n') }]
}

/** Returns the one suite that a command line asks for, as `askedSuites` does. */
export function askedSuite(word: string | undefined, raw: RawExpressions, command: Command): SuiteWord {
  const missing = "missing required argument 'suite/case'"
  const [suite = ''] = askedSuites(word === undefined ? [] : [word], raw, command, missing)
  return suite
}
