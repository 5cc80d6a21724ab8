import type { Command } from 'commander'
import { addOptions } from './add-options.ts'
import type { Entries, ValuesOf } from './entry.ts'
import type { GivenOption, Select } from './invocation.ts'

interface CommandFacts<Own extends Entries, Asked> {
  readonly name: string
  readonly description: string
  readonly usage?: string
  /** Help of each argument, by the argument as commander reads it. */
  readonly words?: Readonly<Record<string, string>>
  readonly options: Own
  /** Further help, after the options. */
  readonly help?: string
  readonly isDefault?: true
  /** Returns what is asked for; ends with an error of the command where it cannot be. */
  asked(given: ValuesOf<Own>, words: readonly string[], command: Command): Asked
  /** Returns the exit code. */
  execute(asked: Asked, args: readonly string[], given: ValuesOf<Own>): Promise<number>
}

export type AddCommand = (parent: Command, select: Select) => Command

export function defineCommand<const Own extends Entries, Asked>(facts: CommandFacts<Own, Asked>): AddCommand {
  const { name, description, isDefault = false } = facts
  return (parent, select) =>
    fillCommand(parent.command(name, { isDefault }).description(description), facts, select)
}

/** Makes a command that is there, such as the program itself, one that does something. */
export function fillCommand<const Own extends Entries, Asked>(
  command: Command,
  facts: Omit<CommandFacts<Own, Asked>, 'name' | 'description'>,
  select: Select,
): Command {
  const { usage, words = {}, options, help } = facts
  if (usage !== undefined) command.usage(usage)
  for (const [word, text] of Object.entries(words)) command.argument(word, text)
  if (help !== undefined) command.addHelpText('after', help)
  const texts: GivenOption[] = []
  const given = addOptions(command, options, option => texts.push(option))
  return command.action(() => {
    const values = given()
    const wanted = facts.asked(values, command.args, command)
    const line = { command: nameOf(command), words: command.args, options: texts }
    select({
      command: line.command,
      options: wanted,
      line,
      execute: args => facts.execute(wanted, args, values),
    })
  })
}

/** Returns `run` for the program itself, and both names of a command inside another. */
export function nameOf(command: Command): string {
  const { parent } = command
  if (parent === null) return 'run'
  return parent.parent === null ? command.name() : `${parent.name()} ${command.name()}`
}
