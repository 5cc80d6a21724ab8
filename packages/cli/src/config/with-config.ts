import { relative } from 'node:path'
import { ALL } from '@steelyard/measure'
import type { Command, Option } from 'commander'
import { nameOf } from '../options/define-command.ts'
import { longName } from '../options/entry.ts'
import { ownSuites } from '../options/own-suites.ts'
import { type ConfiguredName, configuredOf } from '../options/table.ts'
import type { Config } from './config.ts'

/**
 * Gives a command the options that its command line leaves to the configuration. Commands that show or repeat what comes
 * from elsewhere take nothing of it.
 *
 * @param read finds the configuration; called for commands that take something of it
 * @returns the options, as they would stand on the command line, and where they come from
 */
export function withConfig(
  command: Command,
  read: () => Config | null,
): { readonly options: readonly string[]; readonly file: string } | null {
  const entries = configuredOf(nameOf(command))
  if (entries.length === 0) return null
  const config = read()
  if (config === null) return null
  const options = entries.flatMap(([key, { flags }]) => {
    const option = command.options.find(({ long }) => long === longName(flags))
    return option === undefined ? [] : given(command, option, valuesOf(key, command, config))
  })
  return options.length === 0 ? null : { options, file: relative('', config.file) }
}

function valuesOf(key: ConfiguredName, command: Command, config: Config): readonly (string | number)[] {
  if (key === 'suites' && !needsSuites(command, config.suites ?? [])) return []
  const value = config[key] ?? []
  return typeof value === 'number' ? [value] : value
}

/** Sets an option that the command line leaves open, and returns it as it would stand there. */
function given(command: Command, option: Option, values: readonly (string | number)[]): string[] {
  const name = option.attributeName()
  const isOpen = [undefined, 'default'].includes(command.getOptionValueSource(name))
  if (!isOpen || values.length === 0) return []
  for (const value of values) {
    const before = command.getOptionValueSource(name) === 'config' ? command.getOptionValue(name) : undefined
    const read = option.parseArg?.(String(value), before) ?? value
    command.setOptionValueWithSource(name, read, 'config')
  }
  return values.map(value => `${option.long}=${value}`)
}

/** Whether a word is the name of a suite in the folders: others mean the same without them. */
function needsSuites(command: Command, folders: readonly string[]): boolean {
  if (folders.length === 0) return false
  if (command.name() === 'list' && command.args.length === 0) return true
  if (command.args.length === 0) return false
  const names = ownSuites(folders)
  return command.args.some(word => word === ALL || names.has(word.split('/', 1)[0] ?? ''))
}

/** Returns a command line with further options, before a -- that ends them. */
export function withOptions(args: readonly string[], options: readonly string[]): readonly string[] {
  const end = args.indexOf('--')
  return end < 0 ? [...args, ...options] : args.toSpliced(end, 0, ...options)
}
