import { relative } from 'node:path'
import { ALL } from '@steelyard/measure'
import { shellQuoted } from '@steelyard/report'
import type { Command } from 'commander'
import { ownSuites } from '../options/own-suites.ts'
import type { Config } from './config.ts'

type Key = 'runtimes' | 'suites' | 'threshold'

/** What each command takes of the file. Others do not read it: what they show or repeat comes from elsewhere. */
const TAKEN: Readonly<Record<string, readonly Key[]>> = {
  run: ['runtimes', 'threshold', 'suites'],
  compare: ['threshold', 'suites'],
  gate: ['threshold', 'suites'],
  bisect: ['threshold', 'suites'],
  sweep: ['threshold', 'suites'],
  agree: ['runtimes', 'suites'],
  doctor: ['runtimes'],
  coverage: ['runtimes'],
  emit: ['suites'],
  list: ['suites'],
}

/**
 * Gives a command the options that its command line leaves to the configuration.
 *
 * @param read finds the configuration; called for commands that take something of it
 * @returns the options, as they would stand on the command line, and where they come from
 */
export function withConfig(
  command: Command,
  read: () => Config | null,
): { readonly options: readonly string[]; readonly file: string } | null {
  const keys =
    TAKEN[command.parent === null ? 'run' : command.parent.parent === null ? command.name() : ''] ?? []
  if (keys.length === 0) return null
  const config = read()
  if (config === null) return null
  const options = keys.flatMap(key => given(command, key, config))
  return options.length === 0 ? null : { options, file: relative('', config.file) }
}

function given(command: Command, key: Key, { runtimes, suites, threshold }: Config): string[] {
  const isOpen = (option: string) => [undefined, 'default'].includes(command.getOptionValueSource(option))
  const set = (option: string, value: unknown) => command.setOptionValueWithSource(option, value, 'config')
  if (key === 'runtimes' && runtimes && isOpen('runtime')) {
    set('runtime', runtimes)
    return runtimes.map(runtime => `--runtime=${runtime}`)
  }
  if (key === 'threshold' && threshold !== undefined && isOpen('threshold')) {
    set('threshold', threshold)
    return [`--threshold=${threshold}`]
  }
  if (key === 'suites' && suites && isOpen('suites') && needsSuites(command, suites)) {
    set('suites', suites)
    return suites.map(folder => `--suites=${folder}`)
  }
  return []
}

/** Whether a word is the name of a suite in the folders: others mean the same without them. */
function needsSuites(command: Command, folders: readonly string[]): boolean {
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

/** Says what a command takes of a file. */
export function configText(file: string, options: readonly string[]): string {
  return `From ${file}: ${options.map(shellQuoted).join(' ')}`
}
