import { randomInt } from 'node:crypto'
import { bareRun, type RunOptions, type RunSelection, type SuiteWord } from '@steelyard/measure'
import type { Entry, Section, ValuesOf } from './entry.ts'
import { TABLE, type Table } from './table.ts'

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
export function optionsOfRecord({
  selection,
  rules,
  time,
  probes,
  output,
}: RunCommandOptions): RunCommandOptions {
  const { suites, compare } = selection
  return {
    ...bareRun({
      selection: { ...takenOf('selection', selection), suites, compare },
      rules: { ...takenOf('rules', rules), timers: rules.timers, seed: bareRun().rules.seed },
      time: takenOf('time', time),
      probes: takenOf('probes', probes),
    }),
    output: { ...BARE_OUTPUT, ...takenOf('output', output) },
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

function takenOf<Name extends Section>(name: Name, values: object): Partial<SectionOf<Name>> {
  const taken = entriesOf(name).filter(([, { rerun }]) => rerun === 'taken' || rerun === 'judged')
  const options = taken.map(([option]) => [option, values[option as keyof object]])
  return Object.fromEntries(options) as Partial<SectionOf<Name>>
}

function entriesOf(name: Section): [string, Entry<unknown, unknown>][] {
  return Object.entries<Entry<unknown, unknown>>(TABLE).filter(([, { section }]) => section === name)
}
