import type { RunRecord } from '@steelyard/record'
import type { Section, ValuesOf } from '../options/entry.ts'
import type { OptionsOf, Table } from '../options/table.ts'
import type { Listening } from './record-of.ts'

/**
 * Options that say what is measured and how, by name, as the command line reads them: `steelyard --help` and `steelyard help
 * compare` explain each. Those of output are for the command line alone.
 */
type OptionsFor<Command extends 'run' | 'compare'> = {
  readonly [Name in Exclude<keyof OptionsOf<Command> & keyof Table, 'params'> as Table[Name] extends {
    readonly section: Exclude<Section, 'output'>
  }
    ? Name
    : never]?: NonNullable<ValuesOf<Table>[Name]>
}

/**
 * Options of every measurement; the defaults are those of the command line. Percentages are numbers of per cent, times have
 * their unit in the name.
 */
export interface MeasureOptions extends Listening {
  /** One value for each, or `'all'`; default: the first of each. */
  readonly params?: Readonly<Record<string, string | number | boolean>>
  /** A folder to save the record in; default: none. */
  readonly recordFolder?: string
}

export interface RunOptions extends MeasureOptions, OptionsFor<'run'> {}

export interface CompareOptions extends MeasureOptions, Omit<OptionsFor<'compare'>, 'base' | 'heads'> {
  /** The target that the heads are compared with. */
  readonly base: string
  /** Targets to judge. */
  readonly heads: readonly string[]
  /** A folder for evidence for a review: Markdown, record, chart. */
  readonly evidenceFolder?: string
}

/**
 * Measures suites and returns the record. The measuring process runs on the pinned Node, whatever Node this is.
 *
 * @param suites suites, `suite/case` or paths of suite files, from the current folder
 * @returns the record, also when cases failed in it; with status `partial` when the signal ended it
 * @throws Error with one sentence when it fails, or ends before anything was measured
 */
export function run(suites: string | readonly string[], options: RunOptions = {}): Promise<RunRecord> {
  return measured('run', suites, options)
}

/**
 * Compares targets with a base, case by case, and returns the record.
 *
 * @param suites as for `run`
 * @throws Error as `run`
 */
export function compare(suites: string | readonly string[], options: CompareOptions): Promise<RunRecord> {
  return measured('compare', suites, options)
}

/**
 * Reads and checks a record.
 *
 * @throws Error when the file cannot be read; SyntaxError, naming file and field, when it is no record
 */
export async function readRecord(file: string): Promise<RunRecord> {
  const record = await import('@steelyard/record')
  return record.readRecord(file)
}

/** Imported late: a module that only defines a suite does not need it. */
async function measured(
  command: 'run' | 'compare',
  suites: string | readonly string[],
  options: MeasureOptions,
): Promise<RunRecord> {
  const [{ argumentsOf }, { recordOf }] = await Promise.all([
    import('./arguments.ts'),
    import('./record-of.ts'),
  ])
  return recordOf(argumentsOf(command, [suites].flat(), options), options)
}
