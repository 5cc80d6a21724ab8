import { basename } from 'node:path'
import { UsageError } from '@steelyard/measure'
import { readTimelines, type TimelineFile, type TimelineLine } from '@steelyard/record'
import {
  causeText,
  isCause,
  isGap,
  ratioOf,
  renderOutlines,
  seriesOf,
  timelineCsv,
  timelineJson,
  timelinePage,
} from '@steelyard/report'
import { counted, formatRatio } from '@steelyard/text'
import { defineCommand } from '../../options/define-command.ts'
import { list, oneOf, text, withInitial } from '../../options/entry.ts'
import { withOwnSuites } from '../../options/own-suites.ts'
import { randomSeed } from '../../options/run-options.ts'
import { optionsOf } from '../../options/table.ts'
import { checkDestinations } from '../../output/destinations.ts'
import type { Output } from '../../output/output.ts'
import { ProgressLine } from '../../output/progress.ts'
import { allDone, peopleOf, pictures, writesOf } from '../../output/write-results.ts'
import { asUsage } from '../../process/as-usage.ts'
import { EXIT, exitCodeOfEnd } from '../../process/exit-code.ts'
import { measuring, untilInterrupted } from '../../process/measuring.ts'
import { overJournal } from '../../process/run-journal.ts'
import { now, type StepTask } from './measure-step.ts'
import { wantedSteps } from './next-step.ts'
import { followTracks, plannedSeconds, type TimelineEvents, type TimelineRules } from './timeline.ts'
import { GRAINS, type TimelineChoice, type Track, tracksOf } from './tracks.ts'

/** Relative to the working directory. */
export const TIMELINES = 'results/timeline'

const OPTIONS = {
  ranges: list('--runtime <range>', {
    help: 'releases to follow: node@20..26, or bun@1.0.. up to the newest; repeatable',
    group: 'what',
  }),
  every: withInitial(
    oneOf('--every <group>', GRAINS, {
      help: 'compare the first release of each group; for workerd the groups are years, months or days',
      group: 'what',
    }),
    'minor',
  ),
  out: withInitial(text('--out <dir>', { help: 'folder of the lines', group: 'results' }), TIMELINES),
} as const

export interface TimelineOptions extends TimelineChoice, TimelineRules {
  readonly dryRun: boolean
  readonly html: string | null
}

export const addTimelineCommand = defineCommand({
  name: 'timeline',
  description: 'measure what each release of a runtime changed, step by step, over years',
  usage: '<suite[/case]…> --runtime <range> [options]',
  words: { '[suites...]': 'suites of functions, or their cases; none to show what was measured' },
  options: { ...OPTIONS, ...optionsOf('timeline') },
  help: `
A step compares two neighbouring releases, always in ten shared launches. The
newest and the oldest come first, then finer steps, the largest changes first.
Each finished step is a line of <dir>/<runtime>/<suite>.jsonl; repeat the
command to measure what is missing. A step with a verdict is measured again
after two hours. Where both sessions agree it is a change: a search finds its
first release, and profiles compare that with the one before.`,
  asked({ suites: folders, seed, ...given }, words, command): TimelineOptions {
    if (words.length > 0 !== given.ranges.length > 0) {
      command.error('error: name suites and releases to measure, e.g. trig --runtime node@20..; or neither')
    }
    if (given.dryRun && words.length === 0)
      command.error('error: --dry-run says what is missing of suites; name suites and releases')
    return { ...given, suites: withOwnSuites(words, folders), seed: seed ?? randomSeed() }
  },
  async execute(options, args) {
    const { suites, dryRun, html } = options
    if (!dryRun) await checkDestinations({ html })
    const tracks = suites.length === 0 ? [] : await untilInterrupted(signal => tracksOf(options, signal))
    if (tracks === null) return EXIT.interrupted
    const people = peopleOf(html)
    if (dryRun) {
      people.say(leftText(tracks.flatMap(track => wantedSteps(track, now()))))
      return EXIT.done
    }
    const code =
      tracks.length === 0
        ? EXIT.done
        : await measuring(signal => follow(args, tracks, options, people, signal))
    if (code === EXIT.interrupted && linesIn(options.out).length === 0) return code
    return (await showTimelines(options, people)) ? code : tracks.length === 0 ? EXIT.usage : EXIT.failed
  },
})

async function follow(
  args: readonly string[],
  tracks: readonly Track[],
  options: TimelineOptions,
  people: Output,
  signal: AbortSignal,
): Promise<number> {
  const line = new ProgressLine()
  const events: TimelineEvents = {
    launched: (step, launches) =>
      line.show(`${stepText(step)}: ${step.isCause ? 'cause, ' : ''}launch ${launches + 1}`),
    stepped(step, lines, left) {
      line.clear()
      for (const each of lines) people.say(`${lineText(step, each)}\n`)
      if (left > 0) line.show(`${counted(left, 'step')} left`)
    },
  }
  return overJournal(args, options.seed, signal, async (seed, context) => {
    const left = await followTracks(context, tracks, { ...options, seed }, events)
    line.clear()
    people.say(leftText(left))
    return { code: exitCodeOfEnd(context.signal), isDone: !context.signal.aborted }
  })
}

/** Shows everything that was measured, and writes the page and its data. */
export async function showTimelines(
  { out, html }: Pick<TimelineOptions, 'out' | 'html'>,
  people: Output,
): Promise<boolean> {
  const all = linesIn(out).flatMap(seriesOf)
  if (all.length === 0) throw new UsageError(`Cannot find a timeline in ${out}: nothing was measured yet.`)
  people.show(`\n${renderOutlines(timelinePage(all), people.style)}\n`)
  const named = html === null || html === '-' ? null : html.replace(/\.html?$/, '')
  const [csv, json] = ['csv', 'json'].map(ending => named && `${named}.${ending}`)
  const links = csv && json ? { csv: basename(csv), json: basename(json) } : null
  return allDone([
    ...writesOf(
      { html },
      { html: async () => (await pictures()).renderOutlinesHtml(timelinePage(all, links)) },
    ),
    ...writesOf({ html: csv ?? null }, { html: () => timelineCsv(all) }),
    ...writesOf({ html: json ?? null }, { html: () => timelineJson(all) }),
  ])
}

/** UsageError names the first line that is of no timeline. */
function linesIn(folder: string): TimelineFile[] {
  return asUsage([SyntaxError], () => readTimelines(folder))
}

function stepText({ track, releases }: StepTask): string {
  return `${track.suite} on ${track.runtime} ${releases.map(({ version }) => version).join(' → ')}`
}

function lineText(step: StepTask, line: TimelineLine): string {
  const name = `${step.track.suite}/${line.case} on ${step.track.runtime}`
  if (isGap(line)) return `${name} ${line.release.version}  cannot run: ${line.gap}`
  const between = `${name} ${line.base.version} → ${line.head.version}`
  if (isCause(line)) return `${between}  ${causeText(line)}`
  const ratio = ratioOf(line)
  const found = ratio === null ? 'no ratio' : formatRatio(ratio)
  return `${between}  ${found}${line.fault === null ? '' : `  ${line.fault}`}`
}

function leftText(steps: readonly StepTask[]): string {
  if (steps.length === 0)
    return 'Nothing is missing now. Steps with a verdict are measured again after two hours.\n'
  const seconds = steps.reduce((sum, step) => sum + plannedSeconds(step), 0)
  const count = steps.reduce((sum, { releases }) => sum + releases.length - 1, 0)
  return `${counted(count, 'step')} missing, about ${Math.ceil(seconds / 60)} min. Repeat the command to go on.\n`
}
