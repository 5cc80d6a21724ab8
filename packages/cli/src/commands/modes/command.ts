import type { DialectName } from '@steelyard/dialects'
import { killAll } from '@steelyard/launcher'
import { DEFAULT_TARGETS, UsageError } from '@steelyard/measure'
import { type Outline, renderOutline, renderOutlineMarkdown } from '@steelyard/report'
import type { Command } from 'commander'
import { timeSeconds } from '../../options/durations.ts'
import { askedSuite, type RawExpressions, withExpressions } from '../../options/expressions.ts'
import type { Select } from '../../options/invocation.ts'
import { collect, dialectOption, randomSeed, runtimeOption, wholeNumber } from '../../options/options.ts'
import { troublesOf } from '../../output/destinations.ts'
import { ProgressLine } from '../../output/progress.ts'
import { shown } from '../../output/shown-path.ts'
import { stderr, stdout } from '../../output/streams.ts'
import { terminalStyleOf } from '../../output/terminal-style.ts'
import { giveFor } from '../../output/write-for.ts'
import { EXIT } from '../../process/exit-code.ts'
import { measuring } from '../../process/measuring.ts'
import { steelyardVersion } from '../../version.ts'
import { findModes, type ModesOptions, type ModesOutcome } from './modes.ts'
import { modesOutlines, modesPage } from './modes-outline.ts'

const DEFAULT_SECONDS = 180

interface RawModesOptions extends RawExpressions {
  readonly runtime?: string[]
  readonly dialect?: DialectName
  readonly case?: string[]
  readonly param?: string[]
  readonly time: number
  readonly seed?: number
  readonly json?: string
  readonly markdown?: string
  readonly html?: string
}

export function addModesCommand(program: Command, select: Select): void {
  const command = program
    .command('modes')
    .description('find out whether launches of one build fall into kinds, and what goes with them')
    .usage('<suite/case|-e expression> [options]')
    .argument('[suite/case]', 'one case; of a suite file the one that --case names')
  withExpressions(command)
    .addOption(runtimeOption())
    .addOption(dialectOption())
    .option('--case <glob>', 'case of a suite file', collect)
    .option('--param <name=value>', 'parameter value to use', collect)
    .option('--time <time>', 'longest time for each target: 90, 90s or 3m', timeSeconds, DEFAULT_SECONDS)
    .option('--seed <number>', 'seed of core assignment (default: random, written with --json)', wholeNumber)
    .option('--json <file>', 'also write every launch and what was found; - for standard output')
    .option('--markdown <file>', 'also write Markdown; - for standard output')
    .option('--html <file>', 'also write a page with pictures; - for standard output')
    .addHelpText('after', HELP)
    .action((word: string | undefined, raw: RawModesOptions) => {
      const options: ModesOptions = {
        suite: askedSuite(word, raw, command),
        cases: raw.case ?? [],
        params: raw.param ?? [],
        dialect: raw.dialect ?? null,
        runtimes: raw.runtime ?? DEFAULT_TARGETS,
        timeSeconds: raw.time,
        seed: raw.seed ?? randomSeed(),
        json: raw.json ?? null,
        markdown: raw.markdown ?? null,
        html: raw.html ?? null,
      }
      select({ command: 'modes', options, execute: () => execute(options) })
    })
}

const HELP = `
Each target has 20, 40 or 80 launches as in a run, and as many whose engine logs
what it does, in turn. It ends once there are kinds and something goes with
them, or with the time. There is no verdict: the exit code is 0. docs/why.md`

async function execute(options: ModesOptions): Promise<number> {
  const { json, markdown, html } = options
  if ([json, markdown, html].filter(place => place === '-').length > 1) {
    throw new UsageError(
      'Cannot write JSON, Markdown and a page to standard output at once. Give all but one of them a file.',
    )
  }
  return measuring(async signal => {
    signal.addEventListener('abort', () => void killAll())
    const line = new ProgressLine()
    const outcome = await findModes(options, signal, text => line.show(text)).finally(() => line.clear())
    if (outcome !== null) return write(outcome, options)
    stderr.say('Interrupted: nothing is said of launches that are too few.\n')
    return EXIT.interrupted
  })
}

async function write(outcome: ModesOutcome, options: ModesOptions): Promise<number> {
  const { json, markdown, html } = options
  const people = [json, markdown, html].includes('-') ? stderr : stdout
  const style = terminalStyleOf(people)
  people.show(`${joined(modesOutlines(outcome, style), outline => renderOutline(outline, style))}\n`)
  const give = async (option: string, file: string, text: string) => {
    await giveFor(option, file, text)
    if (file !== '-') people.say(`Wrote ${shown(file)}\n`)
  }
  const troubles = await troublesOf([
    ...(json === null ? [] : [() => give('--json', json, jsonText(outcome, options))]),
    ...(markdown === null
      ? []
      : [
          () =>
            give(
              '--markdown',
              markdown,
              joined(modesOutlines(outcome, { unicode: true }), renderOutlineMarkdown),
            ),
        ]),
    ...(html === null
      ? []
      : [
          async () => {
            const { renderOutlinesHtml } = await import('@steelyard/report/pictures')
            await give('--html', html, renderOutlinesHtml(modesPage(outcome)))
          },
        ]),
  ])
  for (const trouble of troubles) stderr.say(`${trouble}\n`)
  const isLost = outcome.targets.some(({ end }) => end === 'lost')
  return isLost || troubles.length > 0 ? EXIT.failed : EXIT.done
}

function joined(outlines: readonly Outline[], textOf: (outline: Outline) => string): string {
  return outlines.map(textOf).join('\n\n')
}

function jsonText({ caseId, ...outcome }: ModesOutcome, { seed }: ModesOptions): string {
  const kept = { schema: 'steelyard/modes@1', steelyard: steelyardVersion(), seed, case: caseId, ...outcome }
  return `${JSON.stringify(kept, null, 1)}\n`
}
