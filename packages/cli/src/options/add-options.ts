import { type Command, InvalidArgumentError, Option } from 'commander'
import type { Entries, Entry, ValuesOf } from './entry.ts'
import type { GivenOption } from './invocation.ts'

const GROUPS = { what: 'What to measure:', how: 'How to measure:', results: 'Results:' } as const

/** A command with fewer options has one list of them. */
const MANY = 10

/**
 * Gives a command its options.
 *
 * @param onGiven called with each option that the command line gives
 * @returns what reads their values once the command line was read, and ends with an error where they exclude each other
 */
export function addOptions<Some extends Entries>(
  command: Command,
  entries: Some,
  onGiven: (option: GivenOption) => void,
): () => ValuesOf<Some> {
  const all = Object.entries(entries)
  const isGrouped = all.length >= MANY && all.every(([, { group }]) => group !== undefined)
  const options = all.map(([name, entry]) => ({ name, entry, option: optionOf(entry, isGrouped) }))
  for (const { option, entry } of options) {
    const about = { flag: option.long ?? '', ...(entry.isTarget && { isTarget: entry.isTarget }) }
    command.addOption(option)
    command.on(`option:${option.name()}`, (text: string | null) => onGiven({ ...about, text }))
  }
  return () => {
    const values = command.opts()
    const given = Object.fromEntries(
      options.map(({ name, entry, option }) => [name, values[option.attributeName()] ?? entry.initial]),
    )
    const refusals = options.map(({ name, entry, option }) =>
      isGiven(given[name], entry) ? entry.refuse?.(given, option.long ?? '') : null,
    )
    const refusal = refusals.find(each => each)
    if (refusal) command.error(`error: ${refusal}`)
    // Standard output is one stream.
    const there = options.filter(({ name, entry }) => entry.isFile && given[name] === '-')
    if (there.length > 1) {
      const names = there.map(({ option }) => option.long).join(' and ')
      command.error(`error: ${names} cannot both write to standard output; give all but one of them a file`)
    }
    return given as ValuesOf<Some>
  }
}

function isGiven(value: unknown, { initial }: Entry): boolean {
  return Array.isArray(value) ? value.length > 0 : value !== initial
}

function collected(
  value: string,
  before: readonly string[] = [],
  choices: readonly string[] = [value],
): readonly string[] {
  if (choices.includes(value)) return [...before, value]
  throw new InvalidArgumentError(`Allowed choices are ${choices.join(', ')}.`)
}

function optionOf(entry: Entry, isGrouped: boolean): Option {
  const { flags, help, group, initial, shownInitial, parse, choices, isRepeatable, isRequired } = entry
  const option = new Option(flags, help)
  if (choices !== undefined) option.choices(choices)
  if (parse !== undefined) option.argParser(parse)
  if (isRepeatable) option.argParser((value, before?: readonly string[]) => collected(value, before, choices))
  if (shownInitial !== undefined) option.default(initial, shownInitial)
  if (isGrouped && group !== undefined) option.helpGroup(GROUPS[group])
  return option.makeOptionMandatory(isRequired ?? false)
}
