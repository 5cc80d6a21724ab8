import { longName } from './entry.ts'
import type { SharedEntries } from './table/commands.ts'
import { HOW } from './table/how.ts'
import { OUTCOME } from './table/results.ts'
import { WHAT } from './table/what.ts'

/**
 * Every option that a run or a comparison takes, or that several commands take, in the order of the help: parser, initial
 * value, help for each command that takes it, role in a rerun, and what excludes it. The name of an entry is that of its
 * value in the options of a run, and in the API. Options of one other command stand with that command, in the same form.
 */
export const TABLE = { ...WHAT, ...HOW, ...OUTCOME } as const

export type Table = typeof TABLE

export const ENTRIES = Object.entries<SharedEntries[string]>(TABLE)

export type CommandName = { [Name in keyof Table]: keyof Table[Name]['help'] }[keyof Table]

export type OptionsOf<Command extends CommandName> = {
  readonly [Name in keyof Table as Command extends keyof Table[Name]['help'] ? Name : never]: Omit<
    Table[Name],
    'help'
  > & { readonly help: string }
}

/** Returns the options of the table that a command takes, with its help for them. */
export function optionsOf<Command extends CommandName>(command: Command): OptionsOf<Command> {
  const taken = ENTRIES.flatMap(([name, entry]) => {
    const help = entry.help[command]
    return help === undefined ? [] : [[name, { ...entry, help }] as const]
  })
  return Object.fromEntries(taken) as unknown as OptionsOf<Command>
}

/** Returns the commands that take an option, by its name on the command line. */
export function commandsWith(option: string): string[] {
  return ENTRIES.flatMap(([, { flags, help }]) => (longName(flags) === option ? Object.keys(help) : []))
}

/** Options whose default a configuration may give. */
export type ConfiguredName = {
  [Name in keyof Table]: Table[Name] extends { readonly isConfigured: true } ? Name : never
}[keyof Table]

/** Returns the options that a command takes of a configuration, by the keys that they have there. */
export function configuredOf(command: string): [ConfiguredName, SharedEntries[string]][] {
  return ENTRIES.filter(([, { isConfigured, help }]) => isConfigured && Object.hasOwn(help, command)) as [
    ConfiguredName,
    SharedEntries[string],
  ][]
}
