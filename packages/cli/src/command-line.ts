import { randomInt } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import type { TimerName } from '@steelyard/store'
import { timers } from '@steelyard/timers'
import { Command, InvalidArgumentError, Option } from 'commander'
import type { DoctorOptions } from './doctor.ts'
import type { RunOptions } from './run-options.ts'
import { DEFAULT_TARGETS } from './targets.ts'

/** What the command line asks for. */
export type Request =
  | { readonly command: 'run'; readonly options: RunOptions }
  | { readonly command: 'compare'; readonly options: RunOptions }
  | { readonly command: 'agree'; readonly options: RunOptions }
  | { readonly command: 'doctor'; readonly options: DoctorCommandOptions }
  | { readonly command: 'list'; readonly suites: readonly string[]; readonly json: boolean }

export interface DoctorCommandOptions extends DoctorOptions {
  readonly json: string | null
  readonly save: boolean
}

const RESULTS = fileURLToPath(new URL('../../../results/local', import.meta.url))

const QUICK_SECONDS = 65
const DEFAULT_SECONDS = 180
const DOCTOR_SECONDS = 300
const AGREE_SECONDS = 600
const QUICK_AGREE_SECONDS = 180

const EXAMPLES = `
Targets: [NAME=value…] <runtime>[=<path>] [flag…]
  node   deno   bun   workerd          the pinned builds, which are the default
  node=./out/Release/node              a build of your own
  "node --max-semi-space-size=64"      with a flag; V8's for deno and workerd too
  "bun useFTLJIT=0"                    sets BUN_JSC_useFTLJIT
  "NODE_ENV=development node"          with an environment variable

Examples:
  bench json-reviver            which forms are slow, where (about 4 minutes)
  bench json-reviver --quick    a look in about a minute: no verdicts
  bench json-reviver/arrow-2    one case, the runtimes side by side
  bench doctor                  how small a difference this machine can show
  bench compare buffer-concat --base node --head node=./out/Release/node
  bench trig --runtime node --runtime "node --no-opt" --by targets
  bench trig --timer mitata     the same cases, timed by mitata: no verdicts
  bench agree trig/sin-small    what other timers say beside Steelyard, and why
  bench ./my.bench.ts           a suite file of your own

Exit codes: 0 done, inconclusive and unsupported included; 1 a case failed,
crashed or timed out, or --fail-on was met; 2 something in the command cannot
be done; 130 interrupted, what was measured is kept.`

/** Reads the command line. Commander prints help and its own errors, and ends the process for them with 0 or 2. */
export function readCommandLine(args: readonly string[]): Request {
  let request: Request | undefined
  const program = new Command('bench')
    .description(
      'Weighs JavaScript runtimes: times one case inside Node, Deno, Bun and workerd, on the same core.',
    )
    .usage('<suite[/case]…|file…|all> [options]')
    .argument('[suites...]', 'suites, suite/case, suite files, or all')
    .helpOption('-h, --help', 'show this help')
    .helpCommand(false)
    // What stands after a subcommand is the subcommand's, though the names are the same.
    .enablePositionalOptions()
    .showHelpAfterError('Run with --help to see what there is.')
    .addHelpText('after', EXAMPLES)
    .exitOverride()
  withRunOptions(program)
    .option(
      '--runtime <target>',
      'a target to weigh; repeat for more (default: node, deno, bun, workerd)',
      collect,
    )
    .addOption(
      new Option('--by <what>', 'what is set against what (default: what the suite says)').choices([
        'cases',
        'targets',
      ]),
    )
    .addOption(
      new Option('--timer <name>', 'who times; others come as they are, in 10 launches (quick: 5)')
        .choices(['steelyard', ...OTHER_TIMERS])
        .default('steelyard'),
    )
    .action((suites: string[], options: RawOptions) => {
      const refused = refusedWith(options)
      if (refused !== null) program.error(refused)
      if (suites.length === 0) program.error("error: name a suite; 'bench list' shows them")
      request = { command: 'run', options: runOptions(suites, options.runtime ?? [], options) }
    })

  withRunOptions(
    program
      .command('compare')
      .description('hold one or more targets against a base, case by case')
      .usage('<suite[/case]…|file…> --base <target> --head <target> [options]')
      .argument('<suites...>', 'suites, suite/case or suite files'),
  )
    .requiredOption('--base <target>', 'the target the others are held against')
    .option('--head <target>', 'a target to judge; repeat for more (at least one)', collect)
    .addOption(new Option('--timer <name>').hideHelp())
    .action((suites: string[], options: RawOptions) => {
      if (options.timer !== undefined) {
        program.error(
          "error: only Steelyard's own timer sets targets side by side; leave --timer out, or use it without compare",
        )
      }
      if (!options.head?.length) program.error('error: name a target to judge with --head')
      const targets = [options.base ?? '', ...(options.head ?? [])]
      request = { command: 'compare', options: { ...runOptions(suites, targets, options), by: 'targets' } }
    })

  withCommonOptions(
    program
      .command('agree')
      .description('set the timers side by side: where they differ from Steelyard, and why that can be')
      .usage('<suite[/case]…|file…> [options]')
      .argument('<suites...>', 'suites, suite/case or suite files'),
    [AGREE_SECONDS, QUICK_AGREE_SECONDS],
  )
    .option('--runtime <target>', 'a target; repeat for more (default: node, deno, bun, workerd)', collect)
    .action((suites: string[], options: CommonOptions) => {
      const raw: RawOptions = { metric: 'wall', precision: 1, threshold: 1, ...options }
      const timeSeconds = options.time ?? (options.quick ? QUICK_AGREE_SECONDS : AGREE_SECONDS)
      request = {
        command: 'agree',
        options: {
          ...runOptions(suites, options.runtime ?? [], raw),
          timeSeconds,
          timers: ['steelyard', ...OTHER_TIMERS],
        },
      }
    })

  program
    .command('doctor')
    .description('tell how far apart equals are on this machine, and keep it for every comparison made here')
    .option(
      '--runtime <target>',
      'a target to visit; repeat for more (default: node, deno, bun, workerd)',
      collect,
    )
    .option('--time <seconds>', 'for all targets together', positive, DOCTOR_SECONDS)
    .addOption(affinityOption())
    .option('--seed <number>', 'order and placement (default: random, printed and kept)', wholeNumber)
    .option('--json <file>', 'write what was found there too; - for standard output')
    .option('--no-save', 'do not keep it: comparisons go on with what they had')
    .action((raw: RawDoctorOptions) => {
      request = {
        command: 'doctor',
        options: {
          runtimes: raw.runtime ?? DEFAULT_TARGETS,
          timeSeconds: raw.time,
          affinity: raw.affinity,
          seed: raw.seed ?? randomInt(1, 2 ** 31),
          json: raw.json ?? null,
          save: raw.save,
        },
      }
    })

  program
    .command('list')
    .description('show every suite, or the named ones, with question, cases and parameters')
    .argument('[suites...]', 'suites or suite files')
    .option('--json', 'as JSON')
    .action((suites: string[], options: { json?: true }) => {
      request = { command: 'list', suites, json: options.json ?? false }
    })

  program.parse(args, { from: 'user' })
  if (request === undefined) throw new Error('no command was read')
  return request
}

interface RawDoctorOptions {
  readonly runtime?: string[]
  readonly time: number
  readonly affinity: 'same-core' | 'all'
  readonly seed?: number
  readonly json?: string
  readonly save: boolean
}

interface CommonOptions {
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

interface RawOptions extends CommonOptions {
  readonly base?: string
  readonly head?: string[]
  readonly by?: 'cases' | 'targets'
  readonly metric: 'wall' | 'cpu'
  readonly timer?: TimerName
  readonly precision: number
  readonly threshold: number
  readonly control?: true
  readonly verbose?: true
  readonly failOn?: 'slower'
}

const OTHER_TIMERS = Object.keys(timers) as readonly Exclude<TimerName, 'steelyard'>[]

/** Returns what cannot be asked of another timer, as an error; null when all is well. */
function refusedWith({ timer, metric, control, failOn }: RawOptions): string | null {
  if (timer === undefined || timer === 'steelyard') return null
  if (metric === 'cpu') return `error: ${timer} times by the wall clock; leave --metric cpu out`
  if (control) return `error: ${timer} does not hold launches side by side; leave --control out`
  if (failOn !== undefined) return `error: ${timer} gives no verdicts to fail on; leave --fail-on out`
  return null
}

/** The times are for each suite, the second one with --quick. */
function withCommonOptions(command: Command, [seconds, quickSeconds]: readonly [number, number]): Command {
  return command
    .option('--case <glob>', 'only cases whose id matches; repeat for more', collect)
    .option('--param <name=value>', 'choose a parameter value, or name=all for every one', collect)
    .option(
      '--time <seconds>',
      `time for each suite (default: ${seconds}, with --quick ${quickSeconds})`,
      positive,
    )
    .addOption(affinityOption())
    .option('--seed <number>', 'order and placement (default: random, printed and recorded)', wholeNumber)
    .option('--quick', 'a look, not evidence: 5 launches, estimates without verdicts')
    .option('--dry-run', 'show groups, launches and expected minutes, and measure nothing')
    .option('--json <file>', 'write the record there too; - for standard output')
    .option('--markdown <file>', 'write a Markdown report; - for standard output')
    .addOption(new Option('--out <dir>', 'where records are kept').default(RESULTS, 'results/local'))
    .option('--no-save', 'keep no record')
}

function withRunOptions(command: Command): Command {
  return withCommonOptions(command, [DEFAULT_SECONDS, QUICK_SECONDS])
    .addOption(
      new Option('--metric <clock>', 'the clock that verdicts read').choices(['wall', 'cpu']).default('wall'),
    )
    .option('--precision <percent>', 'stop when every ratio is known to ± this', positive, 1)
    .option('--threshold <percent>', 'the smallest difference that matters', positive, 1)
    .option(
      '--control',
      'hold every base against a copy of itself too; no verdict where that shows a difference',
    )
    .option('--verbose', 'show where the time went')
    .addOption(
      new Option('--fail-on <verdict>', 'exit with 1 when there is such a verdict').choices(['slower']),
    )
}

function affinityOption(): Option {
  return new Option('--affinity <where>', 'same-core: all contenders on one core; all: every core')
    .choices(['same-core', 'all'])
    .default('same-core')
}

function runOptions(suites: readonly string[], runtimes: readonly string[], raw: RawOptions): RunOptions {
  return {
    suites,
    runtimes,
    cases: raw.case ?? [],
    params: raw.param ?? [],
    by: raw.by ?? null,
    metric: raw.metric,
    precision: raw.precision / 100,
    threshold: raw.threshold / 100,
    timeSeconds: raw.time ?? (raw.quick ? QUICK_SECONDS : DEFAULT_SECONDS),
    affinity: raw.affinity,
    seed: raw.seed ?? randomInt(1, 2 ** 31),
    quick: raw.quick ?? false,
    control: raw.control ?? false,
    batchFactor: 1,
    timedSeconds: null,
    dryRun: raw.dryRun ?? false,
    verbose: raw.verbose ?? false,
    json: raw.json ?? null,
    markdown: raw.markdown ?? null,
    out: raw.out,
    save: raw.save,
    failOn: raw.failOn ?? null,
    timers: [raw.timer ?? 'steelyard'],
  }
}

function collect(value: string, previous: string[] = []): string[] {
  return [...previous, value]
}

function positive(text: string): number {
  const value = Number(text)
  if (!(value > 0) || !Number.isFinite(value)) throw new InvalidArgumentError('Give a number above 0.')
  return value
}

function wholeNumber(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value) || value < 0) throw new InvalidArgumentError('Give a whole number from 0.')
  return value
}
