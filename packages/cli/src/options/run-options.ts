import { randomInt } from 'node:crypto'
import { bareRun, type RunOptions, type RunSelection, type SuiteWord } from '@steelyard/measure'
import type { Section, ValuesOf } from './entry.ts'
import { ENTRIES, type Table } from './table.ts'

type SectionOf<Name extends Section> = ValuesOf<{
  readonly [Option in keyof Table as Table[Option] extends { readonly section: Name }
    ? Option
    : never]: Table[Option]
}>

/** Where results go, and what is shown of them. Nothing of it reaches what measures. */
export type RunOutput = SectionOf<'output'>

/** What a command that ends in the report of a record was asked for. */
export interface RunCommandOptions extends RunOptions {
  readonly output: RunOutput
}

/** Values of options by name; those that are missing are the initial ones. */
type Values = Partial<ValuesOf<Table>>

/** Keeps and writes nothing. */
export const BARE_OUTPUT: RunOutput = { ...sectionOf('output', {}), out: '', save: false }

/** Returns the options of a run from what a command line gives, and the selection that the command makes of it. */
export function runOptions(
  suites: readonly SuiteWord[],
  given: Values,
  selection: Partial<RunSelection> = {},
): RunCommandOptions {
  const own = sectionOf('selection', given)
  const by = own.by ?? (own.flags.length > 1 ? 'targets' : null)
  return {
    selection: { ...own, by, suites, compare: null, repeats: null, ...selection },
    rules: {
      ...sectionOf('rules', given),
      seed: given.seed ?? randomSeed(),
      timers: [given.timer ?? 'steelyard'],
    },
    time: sectionOf('time', given),
    probes: sectionOf('probes', given),
    output: sectionOf('output', given),
  }
}

/** Returns what of the options that a record's command asks for may take effect: no place that it writes to. */
export function optionsOfRecord(asked: RunCommandOptions): RunCommandOptions {
  const { suites, compare } = asked.selection
  const { timers, seed } = asked.rules
  return {
    ...bareRun({
      selection: { ...repeatedOf('selection', asked), suites, compare },
      rules: { ...repeatedOf('rules', asked), timers, seed },
      time: repeatedOf('time', asked),
      probes: repeatedOf('probes', asked),
    }),
    output: { ...BARE_OUTPUT, ...repeatedOf('output', asked) },
  }
}

export function randomSeed(): number {
  return randomInt(1, 2 ** 31)
}

function sectionOf<Name extends Section>(name: Name, given: Values): SectionOf<Name> {
  const options = entriesOf(name).map(([option, { initial }]) => [
    option,
    given[option as keyof Table] ?? initial,
  ])
  return Object.fromEntries(options) as SectionOf<Name>
}

function repeatedOf<Name extends keyof RunCommandOptions>(
  name: Name,
  asked: RunCommandOptions,
): Partial<SectionOf<Name>> {
  const repeated = entriesOf(name).filter(([, { isRepeated }]) => isRepeated)
  const options = repeated.map(([option]) => [option, asked[name][option as keyof object]])
  return Object.fromEntries(options) as Partial<SectionOf<Name>>
}

function entriesOf(name: Section) {
  return ENTRIES.filter(([, { section }]) => section === name)
}
