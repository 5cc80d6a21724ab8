import type { Entry, Given } from '../entry.ts'

/** Commands that give verdicts on suites. */
export const VERDICTS = ['run', 'compare', 'sweep'] as const
/** Commands that end in the report of a record. */
export const RECORDS = [...VERDICTS, 'agree'] as const
export const ONE_CASE = ['bisect', 'emit', 'modes'] as const

/** Options that several commands take, each with its help for them. */
export type SharedEntries = Readonly<Record<string, Entry<unknown, Readonly<Record<string, string>>>>>

/** Returns one help for several commands. */
export function each<const Command extends string>(
  commands: readonly Command[],
  help: string,
): Readonly<Record<Command, string>> {
  return Object.fromEntries(commands.map(command => [command, help])) as Record<Command, string>
}

/** Refuses what other timers do not do. */
export function ofSteelyard(why: string) {
  return ({ timer }: Given, option: string): string | null =>
    (timer ?? 'steelyard') === 'steelyard' ? null : `${timer} ${why}; leave ${option} out`
}
