/** The section of a run's options that an option belongs to; `command` for what the command itself reads. */
export type Section = 'selection' | 'rules' | 'time' | 'probes' | 'output' | 'command'

/** Values of all options of a command, by the name of their entry. */
export type Given = Readonly<Record<string, unknown>>

interface Facts<Help> {
  /** What it does; in the table of shared options, for each command that takes it. */
  readonly help: Help
  /** Heading in the help of commands that have many options. */
  readonly group?: 'what' | 'how' | 'results'
  readonly section?: Section
  /** Whether it has effect in a record's command when the record is repeated; else it is the user's alone. */
  readonly isRepeated?: true
  /** Whether a configuration may give its default. */
  readonly isConfigured?: true
  /** Whether its value is a target, or several of them. */
  readonly isTarget?: true
  /** Whether - stands for standard output, which takes one result alone. */
  readonly isFile?: true
  /** Returns why the option of this name cannot be given together with the others; null where it can. Called if given. */
  readonly refuse?: (given: Given, option: string) => string | null
}

export interface Entry<Value = unknown, Help = string> extends Facts<Help> {
  /** As commander reads it, e.g. `--case <glob>`. */
  readonly flags: string
  /** Its value where it is not given. */
  readonly initial: Value
  /** The initial value as the help shows it; absent where it shows none. */
  readonly shownInitial?: string
  readonly parse?: (text: string) => unknown
  readonly choices?: readonly string[]
  readonly isRepeatable?: true
  readonly isRequired?: true
}

export type Entries = Readonly<Record<string, Entry>>

/** The values of options by the name of their entry. */
export type ValuesOf<Some extends Readonly<Record<string, { readonly initial: unknown }>>> = {
  readonly [Name in keyof Some]: Some[Name]['initial']
}

/** An option without a value. */
export function flag<const Own extends Facts<unknown>>(flags: string, facts: Own) {
  return { flags, initial: false as boolean, ...facts }
}

/** `--no-<name>`: true where it is not given. */
export function negated<const Own extends Facts<unknown>>(flags: string, facts: Own) {
  return { flags, initial: true as boolean, ...facts }
}

export function list<const Own extends Facts<unknown>>(flags: string, facts: Own) {
  const initial: readonly string[] = []
  return { flags, initial, isRepeatable: true as const, ...facts }
}

export function text<const Own extends Facts<unknown>>(flags: string, facts: Own) {
  return { flags, initial: null as string | null, ...facts }
}

/** What a parser reads; null where it is not given. A parser throws commander's InvalidArgumentError. */
export function parsed<Value, const Own extends Facts<unknown>>(
  flags: string,
  parse: (text: string) => Value,
  facts: Own,
) {
  return { flags, parse, initial: null as Value | null, ...facts }
}

export function oneOf<const Choice extends string, const Own extends Facts<unknown>>(
  flags: string,
  choices: readonly Choice[],
  facts: Own,
) {
  return { flags, choices, initial: null as Choice | null, ...facts }
}

/** Returns the option with a value where it is not given. */
export function withInitial<Own extends { readonly initial: unknown }>(
  entry: Own,
  initial: NonNullable<Own['initial']>,
  shownInitial: string = JSON.stringify(initial),
) {
  return { ...entry, initial, shownInitial }
}

export function required<Own extends { readonly initial: unknown }>(entry: Own) {
  return { ...entry, initial: entry.initial as NonNullable<Own['initial']>, isRequired: true as const }
}

/** Returns for example `--case` of `--case <glob>`. */
export function longName(flags: string): string {
  return /--[\w-]+/.exec(flags)?.[0] ?? ''
}
