import { randomInt } from 'node:crypto'
import type { RunOptions } from '@steelyard/measure'
import type { TimerName } from '@steelyard/record'
import { type Command, InvalidArgumentError, Option } from 'commander'

/** From the folder that the command is given in. */
export const RESULTS = 'results/local'

/** A gate that can never shut would be taken for one that holds. */
export const QUICK_FAILS_NOTHING = 'a quick look gives no verdicts to fail on; leave --quick or --fail-on out'

const QUICK_SECONDS = 65
const DEFAULT_SECONDS = 180

/** What every command that measures suites reads. */
export interface CommonOptions {
  readonly runtime?: string[]
  readonly case?: string[]
  readonly param?: string[]
  readonly time?: number
  readonly affinity: 'same-core' | 'all'
  readonly seed?: number
  readonly quick?: true
  readonly dryRun?: true
  readonly json?: string
  readonly markdown?: string
  readonly out: string
  readonly save: boolean
}

/** What every command that gives verdicts reads. */
export interface RawOptions extends CommonOptions {
  readonly base?: string
  readonly flags?: string[]
  readonly head?: string[]
  readonly by?: 'cases' | 'targets'
  readonly metric: 'wall' | 'cpu'
  readonly timer?: TimerName
  readonly precision: number
  readonly threshold: number
  readonly control?: true
  readonly verbose?: true
  readonly memory?: true
  /** Milliseconds. */
  readonly budget?: number
  readonly failOn?: 'slower'
}

/** The times are for each suite, the second one with --quick. */
export function withCommonOptions(
  command: Command,
  [seconds, quickSeconds]: readonly [number, number],
): Command {
  return command
    .option('--case <glob>', 'only cases whose id matches; repeat for more', collect)
    .option('--param <name=value>', 'choose a parameter value, or name=all for every one', collect)
    .option(
      '--time <seconds>',
      `time for each suite (default: ${seconds}, with --quick ${quickSeconds}; for servers what their launches need)`,
      timeSeconds,
    )
    .addOption(affinityOption())
    .option('--seed <number>', 'order and placement (default: random, printed and recorded)', wholeNumber)
    .option('--quick', 'a look, not evidence: 5 launches, estimates without verdicts')
    .option('--dry-run', 'show groups, launches and expected minutes, and measure nothing')
    .option('--json <file>', 'write the record there too; - for standard output')
    .option('--markdown <file>', 'write a Markdown report; - for standard output')
    .addOption(outOption('where records are kept'))
    .option('--no-save', 'keep no record')
}

export function withRunOptions(command: Command): Command {
  return withCommonOptions(command, [DEFAULT_SECONDS, QUICK_SECONDS])
    .addOption(metricOption('the clock that verdicts read'))
    .option(
      '--flags <flags>',
      'a variant of every target, "" for the plain one; repeat for more: each is held against the first',
      collect,
    )
    .option('--precision <percent>', 'stop when every ratio is known to ± this', positive, 1)
    .addOption(thresholdOption('the smallest difference that matters'))
    .option(
      '--control',
      'hold every base against a copy of itself too; no verdict where that shows a difference',
    )
    .option('--memory', 'show what is allocated and collected, from launches of their own')
    .option(
      '--budget <ms>',
      'show how many calls take longer: of the cases that a suite times call by call, or of all',
      milliseconds,
    )
    .option('--verbose', 'show how the samples are spread, and where the time went')
    .addOption(
      new Option('--fail-on <verdict>', 'exit with 1 when there is such a verdict').choices(['slower']),
    )
}

export function metricOption(description: string): Option {
  return new Option('--metric <clock>', description).choices(['wall', 'cpu']).default('wall')
}

export function thresholdOption(description: string): Option {
  return new Option('--threshold <percent>', description).argParser(positive).default(1)
}

export function outOption(description: string): Option {
  return new Option('--out <dir>', description).default(RESULTS)
}

export function affinityOption(): Option {
  return new Option('--affinity <where>', 'same-core: all contenders on one core; all: every core')
    .choices(['same-core', 'all'])
    .default('same-core')
}

export function runOptions(
  suites: readonly string[],
  runtimes: readonly string[],
  raw: RawOptions,
): RunOptions {
  return {
    suites,
    runtimes,
    flags: raw.flags ?? [],
    cases: raw.case ?? [],
    params: raw.param ?? [],
    by: raw.by ?? ((raw.flags ?? []).length > 1 ? 'targets' : null),
    metric: raw.metric,
    precision: raw.precision / 100,
    threshold: raw.threshold / 100,
    timeSeconds: raw.time ?? (raw.quick ? QUICK_SECONDS : DEFAULT_SECONDS),
    isDefaultTime: raw.time === undefined,
    affinity: raw.affinity,
    seed: raw.seed ?? randomSeed(),
    quick: raw.quick ?? false,
    control: raw.control ?? false,
    batchFactors: [1],
    timedSeconds: null,
    memory: raw.memory ?? false,
    budgetNs: raw.budget === undefined ? null : raw.budget * 1e6,
    dryRun: raw.dryRun ?? false,
    verbose: raw.verbose ?? false,
    json: raw.json ?? null,
    markdown: raw.markdown ?? null,
    out: raw.out,
    save: raw.save,
    failOn: raw.failOn ?? null,
    timers: [raw.timer ?? 'steelyard'],
    compare: null,
  }
}

export function randomSeed(): number {
  return randomInt(1, 2 ** 31)
}

export function collect(value: string, previous: string[] = []): string[] {
  return [...previous, value]
}

export function positive(text: string): number {
  const value = Number(text)
  if (!(value > 0) || !Number.isFinite(value)) throw new InvalidArgumentError('Give a number above 0.')
  return value
}

/** More than any run takes; what a record asks for is bounded by it too. */
const MOST_SECONDS = 30 * 86_400

export function timeSeconds(text: string): number {
  const value = positive(text)
  if (value > MOST_SECONDS) throw new InvalidArgumentError(`Give at most ${MOST_SECONDS} seconds, 30 days.`)
  return value
}

/** Reads `10` and `10ms`. */
function milliseconds(text: string): number {
  const value = Number(text.replace(/ *ms$/, ''))
  if (!(value > 0) || !Number.isFinite(value)) {
    throw new InvalidArgumentError('Give milliseconds above 0, such as 10 or 10ms.')
  }
  return value
}

export function wholeNumber(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value) || value < 0) throw new InvalidArgumentError('Give a whole number from 0.')
  return value
}
