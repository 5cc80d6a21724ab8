import { randomInt } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { PACKAGED, type RuntimeName } from '@steelyard/runners'
import { Command, InvalidArgumentError, Option } from 'commander'
import { CASES, type CaseName } from './cases/index.js'
import { tools } from './tools/index.ts'
import type { Figure } from './trial.ts'

export interface RunRequest {
  readonly command: 'run'
  readonly trials: number
  readonly seconds: number
  readonly seed: number
  readonly tools: readonly string[]
  /** Another commit of Steelyard, which takes part as a tool of its own; null for none. */
  readonly old: string | null
  readonly runtimes: readonly RuntimeName[]
  readonly figures: readonly Figure[]
  readonly cases: readonly CaseName[]
  readonly factors: readonly number[]
  readonly out: string
  readonly resume: boolean
  readonly dryRun: boolean
}

/** What the command line asks for. */
export type Request = RunRequest | { readonly command: 'report'; readonly out: string }

const FIGURES: readonly Figure[] = ['aa', 'power']
const RUNTIMES: readonly RuntimeName[] = PACKAGED
const TOOLS = tools.map(({ name }) => name)
const WORK = Object.keys(CASES) as CaseName[]
/** The suite that Steelyard runs has exactly these. */
const FACTORS: readonly number[] = [1.01, 1.02, 1.05]
const OUT = fileURLToPath(new URL('../results/local/selfbench', import.meta.url))

const NOTES = `
Figures:
  aa         each tool compares a case with itself: how far off it is, and how often it sees a difference
  power      it compares with a little more work (--factors): how often it sees that

Every trial may take --seconds, from command to answer, start-up included. All tools meet in one situation in random
order before the next begins. Each finished trial is a line in <out>/trials.jsonl: --resume goes on from there, and
'report' writes the tables from that file alone.

Examples:
  selfbench --quick                                                    does everything work? (about 5 minutes)
  selfbench --figures aa --tools steelyard --trials 60                 Steelyard alone against itself
  selfbench --figures aa --trials 60                                   everybody
  selfbench --figures power --factors 1.02 --trials 60       2 % more work
  selfbench --tools steelyard --old HEAD~20                            does Steelyard measure better than it did?
  selfbench report --out results/local/selfbench`

/** Reads the command line. Throws a CommanderError after it has printed help or a mistake. */
export function readCommandLine(args: readonly string[]): Request {
  let request: Request | undefined
  const program = new Command('selfbench')
    .description('Holds Steelyard against other benchmark tools: how wrong is each about the same cases?')
    .helpCommand(false)
    .enablePositionalOptions()
    .showHelpAfterError('Run with --help to see what there is.')
    .addHelpText('after', NOTES)
    .exitOverride()
    .option('--trials <n>', 'trials of each tool in each situation (default: 20)', wholeNumber)
    .option('--seconds <s>', 'wall time of a trial (default: 20)', positive)
    .option('--seed <n>', 'order of the trials (default: random, printed and kept)', wholeNumber)
    .option('--tools <names>', `of ${TOOLS.join(', ')}`, listOf(TOOLS), TOOLS)
    .option('--old <commit>', 'another commit of Steelyard, as a tool of its own')
    .option('--runtimes <names>', `of ${RUNTIMES.join(', ')}`, listOf(RUNTIMES), RUNTIMES)
    .option('--figures <names>', `of ${FIGURES.join(', ')} (default: all)`, listOf(FIGURES))
    .option('--cases <names>', `of ${WORK.join(', ')} (default: all)`, listOf(WORK))
    .option('--factors <numbers>', 'how much more work there is for power', factors, FACTORS)
    .option('--out <dir>', 'where trials and tables go', OUT)
    .addOption(
      new Option('--quick', 'one A/A trial of 8 s on one case: does everything work?').default(false),
    )
    .option('--resume', 'go on with the trials that are missing there', false)
    .option('--dry-run', 'show the trials and how long they take, and run nothing', false)
    .action((raw: RawOptions) => {
      request = {
        ...raw,
        command: 'run',
        old: raw.old ?? null,
        trials: raw.trials ?? (raw.quick ? 1 : 20),
        seconds: raw.seconds ?? (raw.quick ? 8 : 20),
        figures: raw.figures ?? (raw.quick ? ['aa'] : FIGURES),
        cases: raw.cases ?? (raw.quick ? ['revive'] : WORK),
        seed: raw.seed ?? randomInt(1, 2 ** 31),
      }
    })
  program
    .command('report')
    .description('write the tables from the trials of a folder')
    .option('--out <dir>', 'the folder', OUT)
    .action(({ out }: { readonly out: string }) => {
      request = { command: 'report', out }
    })
  program.parse(args, { from: 'user' })
  if (request === undefined) throw new Error('no command was read')
  return request
}

type Defaulted = 'trials' | 'seconds' | 'seed' | 'figures' | 'cases'

type RawOptions = Omit<RunRequest, 'command' | 'old' | Defaulted> &
  Partial<Pick<RunRequest, Defaulted>> & { readonly quick: boolean; readonly old?: string }

function listOf<Name extends string>(known: readonly Name[]) {
  return (text: string): Name[] =>
    text.split(',').map(word => {
      const name = known.find(each => each === word.trim())
      if (name === undefined)
        throw new InvalidArgumentError(`There is no '${word}'. There are ${known.join(', ')}.`)
      return name
    })
}

function factors(text: string): number[] {
  return text.split(',').map(word => {
    const factor = positive(word)
    if (!FACTORS.includes(factor)) throw new InvalidArgumentError(`Give some of ${FACTORS.join(', ')}.`)
    return factor
  })
}

function positive(text: string): number {
  const value = Number(text)
  if (!(value > 0) || !Number.isFinite(value)) throw new InvalidArgumentError('Give a number above 0.')
  return value
}

function wholeNumber(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value) || value < 1) throw new InvalidArgumentError('Give a whole number from 1.')
  return value
}
