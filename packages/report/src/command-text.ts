import type { RunRecord } from '@steelyard/store'

/** Returns the command that makes this record again, ready for a shell: the same order, by its seed. */
export function commandText({ command, seed }: Pick<RunRecord, 'command' | 'seed'>): string {
  const hasSeed = command.some(argument => argument === '--seed' || argument.startsWith('--seed='))
  return benchCommand(hasSeed ? command : [...command, '--seed', String(seed)])
}

/** Returns the command that turns a look into evidence, ready for a shell. */
export function evidenceCommandText({ command }: Pick<RunRecord, 'command'>): string {
  return benchCommand(command.filter(argument => argument !== '--quick'))
}

function benchCommand(command: readonly string[]): string {
  return ['pnpm', 'bench', ...command].map(shellQuoted).join(' ')
}

/** Leaves alone what no shell changes, puts the rest in single quotes. */
export function shellQuoted(argument: string): string {
  if (/^[\w@%+:,./-][\w@%+:,./=-]*$/.test(argument)) return argument
  return `'${argument.replaceAll("'", "'\\''")}'`
}
