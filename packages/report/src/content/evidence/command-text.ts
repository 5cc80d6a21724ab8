import type { RunRecord } from '@steelyard/record'
import { PROGRAM } from '@steelyard/text'

/** Returns the command that makes this record again, ready for a shell: the same order, by its seed. */
export function commandText({ command, seed }: Pick<RunRecord, 'command' | 'seed'>): string {
  const hasSeed = command.some(argument => argument === '--seed' || argument.startsWith('--seed='))
  return benchCommand(hasSeed ? command : [...command, '--seed', String(seed)])
}

/** Returns the command that decides what a quick run left open, ready for a shell. */
export function evidenceCommandText({ command }: Pick<RunRecord, 'command'>): string {
  // What was enough time for a preview is too short for verdicts.
  return benchCommand(without(['--time'], command).filter(argument => argument !== '--quick'))
}

/** Returns a command without options that take a value, which stands after them or in the same word. */
function without(options: readonly string[], command: readonly string[]): string[] {
  return command.filter(
    (argument, index) =>
      !options.includes(argument.replace(/=.*/s, '')) && !options.includes(command[index - 1] ?? ''),
  )
}

/** Returns the command that prints all of a record that was measured last. */
export function fullReportText({ command }: Pick<RunRecord, 'command'>): string {
  const report = (...place: string[]): string => benchCommand(['report', ...place, '--terminal'])
  const out = optionValue(command, '--out')
  if (!command.includes('--no-save')) return out === undefined ? report() : report('--out', out)
  const json = optionValue(command, '--json')
  return json === undefined || json === '-' ? `${report()}, after a run without --no-save` : report(json)
}

function optionValue(command: readonly string[], option: string): string | undefined {
  const index = command.findIndex(argument => argument === option || argument.startsWith(`${option}=`))
  if (index === -1) return undefined
  return command[index] === option ? command[index + 1] : command[index]?.slice(option.length + 1)
}

/** Returns the command without places of this machine; what others have to fill in stands in angle brackets. */
export function sharedCommandText(record: Shared): string {
  const runtimes = record.targets.flatMap(({ runtime }) => (isWord(runtime) ? runtime : [])).join('|')
  const path = new RegExp(`((?:^|[ =])(?:${runtimes})(?:~[\\w.-]+)?)=(?:'[^']*'|"[^"]*"|[^ ]+)`, 'g')
  const command = withVersions(withoutPlaces(record.command), record).map(argument =>
    argument
      .replace(path, '$1=<path>')
      // A suite file: others have it elsewhere.
      .replace(/^[^=]*\/(?=[^/=]+\.[cm]?[jt]sx?$)/s, './')
      .replace(/(?<==)\/[^ ]+/g, '<path>'),
  )
  return commandText({ command, seed: record.seed })
}

/** A record may call a runtime anything; only a word can stand in a pattern. */
function isWord(runtime: string): boolean {
  return /^\w+$/.test(runtime)
}

type Shared = Pick<RunRecord, 'command' | 'seed' | 'targets' | 'compared'>

/** What `node@24`, or `node` alone, means is another version tomorrow: that of the record takes its place. */
function withVersions(command: readonly string[], { targets, compared }: Shared): string[] {
  if (compared === null) return [...command]
  const { base, heads, rebuilt } = compared
  const left: Record<string, (string | null)[]> = {
    '--base': [base],
    '--head': [...heads],
    '--base-rebuilt': [rebuilt],
  }
  const numberOfHeads = command.filter(argument => /^--head(?:=|$)/.test(argument)).length
  // Heads that --flags has made are not named one by one.
  if (numberOfHeads !== heads.length) return [...command]
  return command.map((argument, index) => {
    const [, own] = /^(--[\w-]+)=/.exec(argument) ?? []
    const option = own ?? command[index - 1] ?? ''
    const id = Object.hasOwn(left, option) ? left[option]?.shift() : undefined
    const target = targets.find(each => each.id === id)
    if (target?.binary.source !== 'npm' || !isWord(target.runtime)) return argument
    return argument.replace(
      new RegExp(`((?:^|[ =])${target.runtime})(?:@[^ ]*)?(?= |$)`),
      (_, name) => `${name}@${target.version}`,
    )
  })
}

const PLACES = ['--json', '--markdown', '--out']

function withoutPlaces(command: readonly string[]): string[] {
  const kept = without(PLACES, command).filter(argument => argument !== '--no-save')
  return kept.flatMap((argument, index) => {
    if (kept[index - 1] === '--evidence') return '<folder>'
    return argument.startsWith('--evidence=') ? ['--evidence', '<folder>'] : argument
  })
}

/** Returns a command of Steelyard, ready for a shell. */
export function benchCommand(command: readonly string[]): string {
  return [PROGRAM, ...command.map(shellQuoted)].join(' ')
}

/** Leaves alone what no shell changes, puts the rest in single quotes. */
export function shellQuoted(argument: string): string {
  if (/^[\w@%+:,./-][\w@%+:,./=-]*$/.test(argument)) return argument
  return `'${argument.replaceAll("'", "'\\''")}'`
}
