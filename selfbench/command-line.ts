import { randomInt } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { defineCommand, fillCommand } from '@steelyard/cli/src/options/define-command.ts'
import { timeSeconds } from '@steelyard/cli/src/options/durations.ts'
import { flag, parsed, text, withInitial } from '@steelyard/cli/src/options/entry.ts'
import type { Invocation } from '@steelyard/cli/src/options/invocation.ts'
import { wholeFrom } from '@steelyard/cli/src/options/numbers.ts'
import { stderr, stdout } from '@steelyard/cli/src/output/streams.ts'
import { asUsage } from '@steelyard/cli/src/process/as-usage.ts'
import { measuring, untilInterrupted } from '@steelyard/cli/src/process/measuring.ts'
import { killAll } from '@steelyard/launcher'
import { UsageError } from '@steelyard/measure'
import { PACKAGED } from '@steelyard/runners'
import { Command, InvalidArgumentError } from 'commander'
import { CASES, type CaseName } from './cases/index.js'
import { type RunRequest, runTrials, TRIALS } from './run.ts'
import { score } from './score.ts'
import { markdownOf } from './table.ts'
import { tools } from './tools/index.ts'
import type { Figure } from './trial.ts'
import { readTrialFile } from './trial-file.ts'

const FIGURES: readonly Figure[] = ['aa', 'power']
const TOOLS = tools.map(({ name }) => name)
const WORK = Object.keys(CASES) as CaseName[]
/** The suite that Steelyard runs has these, and 1. */
const FACTORS = ['1.01', '1.02', '1.05', '1.2', '5'] as const
/** The larger ones show how soon a tool sees a difference, with a short --seconds. */
const USUAL_FACTORS = FACTORS.slice(0, 3)

const OUT = {
  out: withInitial(
    text('--out <dir>', { help: 'folder of the trials and the tables' }),
    join(import.meta.dirname, '../results/local/selfbench'),
  ),
} as const

const OPTIONS = {
  trials: parsed('--trials <n>', wholeFrom(1), {
    help: 'trials of each tool in each situation (default: 20)',
  }),
  seconds: parsed('--seconds <s>', timeSeconds, { help: 'wall time of a trial (default: 20)' }),
  seed: parsed('--seed <n>', wholeFrom(1), {
    help: 'order of the trials (default: random, printed and kept)',
  }),
  tools: someOf('--tools <names>', TOOLS),
  old: text('--old <commit>', { help: 'Steelyard as that commit has it, as one more tool' }),
  runtimes: someOf('--runtimes <names>', PACKAGED),
  figures: someOf('--figures <names>', FIGURES),
  cases: someOf('--cases <names>', WORK),
  factors: someOf('--factors <numbers>', FACTORS, USUAL_FACTORS.join(', ')),
  ...OUT,
  quick: flag('--quick', { help: 'one A/A trial of 8 s on one case: does everything work?' }),
  resume: flag('--resume', { help: 'go on with the trials that are missing there' }),
  dryRun: flag('--dry-run', { help: 'show the trials and how long they take, and run nothing' }),
} as const

const NOTES = `
Figures:
  aa         each tool compares a case with itself: how far off it is, and how often it sees a difference
  power      it compares with more work (--factors): how often it sees that

Every trial may take --seconds, from command to answer, start-up included. All tools meet in one situation in random
order before the next begins. Each finished trial is a line in <out>/trials.jsonl: --resume goes on from there, and
'report' writes the tables from that file alone.

Examples:
  selfbench --quick                                                    does everything work? (about 2 minutes)
  selfbench --figures aa --tools steelyard --trials 60                 Steelyard alone against itself
  selfbench --figures aa --trials 60                                   all tools
  selfbench --figures power --factors 1.02 --trials 60                 2 % more work
  selfbench --tools steelyard --old HEAD~20                            does Steelyard measure better than it did?
  selfbench report --out results/local/selfbench`

/** Reads the command line. Throws a CommanderError after it has printed help or a mistake. */
export function readCommandLine(args: readonly string[]): Invocation {
  let invocation: Invocation | undefined
  const select = (selected: Invocation) => {
    invocation = selected
  }
  const program = new Command('selfbench')
    .description('Holds Steelyard against other benchmark tools: how wrong is each about the same cases?')
    .helpCommand(false)
    .enablePositionalOptions()
    .showHelpAfterError('Run with --help to see what there is.')
    .exitOverride()
  fillCommand(
    program,
    {
      options: OPTIONS,
      help: NOTES,
      asked: ({ quick, ...given }): RunRequest => ({
        ...given,
        trials: given.trials ?? (quick ? 1 : 20),
        seconds: given.seconds ?? (quick ? 8 : 20),
        seed: given.seed ?? randomInt(1, 2 ** 31),
        tools: given.tools ?? TOOLS,
        runtimes: given.runtimes ?? PACKAGED,
        figures: given.figures ?? (quick ? ['aa'] : FIGURES),
        cases: given.cases ?? (quick ? ['revive'] : WORK),
        factors: (given.factors ?? USUAL_FACTORS).map(Number),
      }),
      execute,
    },
    select,
  )
  addReport(program, select)
  program.parse(args, { from: 'user' })
  if (invocation === undefined) throw new Error('no command was read')
  return invocation
}

const addReport = defineCommand({
  name: 'report',
  description: 'write the tables from the trials of a folder',
  options: OUT,
  asked: given => given,
  execute: report,
})

async function execute(request: RunRequest, args: readonly string[]): Promise<number> {
  const work = async (signal: AbortSignal) => {
    signal.addEventListener('abort', () => void killAll())
    await runTrials(request, args, signal, say)
    return signal.aborted ? 130 : 0
  }
  if (request.dryRun) return untilInterrupted(work)
  const code = await measuring(work)
  if (code === 0) return report(request)
  say(`Interrupted. What was measured is kept in ${request.out}: go on with --resume and the same options.`)
  return code
}

/** Writes the tables of a folder's trials next to them, and shows them. */
async function report({ out }: Pick<RunRequest, 'out'>): Promise<number> {
  const { headers, trials } = await asUsage([SyntaxError], () => readTrialFile(join(out, TRIALS)))
  if (headers.length === 0) {
    throw new UsageError(`Cannot report on ${out}: there are no trials in it. Name their folder with --out.`)
  }
  const tools = headers.flatMap(header => header.tools)
  const markdown = markdownOf(headers, score(trials, new Map(tools.map(each => [each.tool, each.headline]))))
  await writeFile(join(out, 'selfbench.md'), markdown)
  await stdout.give(markdown)
  return 0
}

function say(line: string): void {
  stderr.say(`${line}\n`)
}

/** An option that takes some of several words, with commas between; null for all of them. */
function someOf<const Name extends string>(flags: string, known: readonly Name[], usual = 'all') {
  const parse = (value: string): readonly Name[] =>
    value.split(',').map(word => {
      const name = known.find(each => each === word.trim())
      if (name !== undefined) return name
      throw new InvalidArgumentError(`There is no '${word}'. There are ${known.join(', ')}.`)
    })
  return parsed(flags, parse, { help: `of ${known.join(', ')} (default: ${usual})` })
}
