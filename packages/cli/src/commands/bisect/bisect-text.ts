import {
  caseName,
  engineText,
  type RatioLine,
  type Ratios,
  renderBlocks,
  shellQuoted,
} from '@steelyard/report'
import { type Bisection, bisectionOf, mostSteps } from '@steelyard/schedule'
import {
  formatPercent,
  formatRatio,
  launchesText,
  PROGRAM,
  ratioText,
  type TerminalStyle,
} from '@steelyard/text'
import type { EndsLine, Engine, Journal, JournalHead, MiddleLine } from './bisect-journal.ts'

export function headText(head: JournalHead): string {
  const { releases } = head
  const order = head.runtime === 'workerd' ? 'by date' : 'by version number'
  return [
    `${caseName(head)}: ${releases.length} releases from ${targetOf(head, 0)} to ${targetOf(head, releases.length - 1)}, ${order}`,
    `At most ${mostSteps(releases.length)} steps, each with both ends. The chance of any error in the search is at most ${formatPercent(head.error)}.`,
  ].join('\n')
}

export function stepTexts({ head, ends, middles }: Journal): string[] {
  const line = (name: string, index: number, remark: string, one: EndsLine | MiddleLine) => {
    const ratio = one.step === 'ends' ? one.badRatio : one.middleRatio
    return `${name.padEnd(7)}  ${targetOf(head, index)}  ${ratio === null ? 'no ratio' : formatRatio(ratio)}  ${remark}  (${launchesText([one.launches])}, ${one.seconds} s)`
  }
  return [
    ...(ends ? [line('ends', head.releases.length - 1, endsRemark(ends), ends)] : []),
    ...middles.map((one, index) => line(`step ${index + 1}`, one.middle, middleRemark(one), one)),
  ]
}

/** Returns the result of the search: every measured version with its ratio, then the conclusion. */
export function journalText(journal: Journal, style: TerminalStyle): string {
  return `${renderBlocks([versionRatios(journal)], style)}\n\n${answerText(journal)}`
}

/** Returns every release that was measured, in the order of the search, with its ratio to good and what was made of it. */
function versionRatios({ head, ends, middles }: Journal): Ratios {
  const last = head.releases.length - 1
  const lines = middles.map((one, index) => ({
    index: one.middle,
    engine: one.engines.middle,
    ratio: one.middleRatio,
    note: `${middleRemark(one)}, step ${index + 1}`,
    role: one.place === 'good' ? 'same' : one.place === 'bad' ? 'slower' : 'inconclusive',
  }))
  const outer = ends && [
    { index: 0, engine: ends.engines.good, ratio: null, note: 'good', role: 'quiet' },
    { index: last, engine: ends.engines.bad, ratio: ends.badRatio, note: 'bad', role: 'quiet' },
  ]
  const ratios = [...lines, ...(outer ?? [])]
    .toSorted((a, b) => a.index - b.index)
    .map(({ index, engine, ratio, ...line }) => ({
      ...{ ...line, group: '', runtime: head.runtime, look: 'thick' },
      label: releaseText(head, index, engine),
      ratio: ratio ?? (index === 0 ? { value: 1, lower: 1, upper: 1 } : null),
      text: ratio && ratioText(ratio),
    })) as RatioLine[]
  const bounds = ratios.flatMap(({ ratio }) => (ratio === null ? [] : [ratio.lower, ratio.upper]))
  return {
    ...{ title: `${caseName(head)}: time relative to ${targetOf(head, 0)}`, about: [], label: 'version' },
    ...{ ratios, threshold: null, biasAllowance: null, hint: '', notes: [] },
    domain: [Math.min(1, ...bounds), Math.max(1, ...bounds)],
  }
}

function answerText(journal: Journal): string {
  const { head, ends, middles } = journal
  const [good, bad] = [targetOf(head, 0), targetOf(head, head.releases.length - 1)]
  // A sweep takes what a search takes; its file would take the place of this journal.
  const words = head.command.filter(
    (word, index, all) => !/^--json(?:=|$)/.test(word) && all[index - 1] !== '--json',
  )
  const sweep = `To measure more of them: ${PROGRAM} ${words.with(0, 'sweep').map(shellQuoted).join(' ')}`
  if (ends === null) return 'There is no result yet.'
  if (ends.ends === 'same') {
    return `${good} and ${bad} are the same within ${formatPercent(head.rules.threshold)}: there is nothing to search for.`
  }
  if (ends.ends === null) {
    const why = ends.note === null ? '' : ` (${ends.note})`
    return `It is not certain that ${good} and ${bad} differ${why}, so there may be no change to search for. More time (--time) detects smaller differences.`
  }
  const found = bisectionOf(head.releases.length, middles)
  const misfits = middles.filter(({ misfit }) => misfit !== null).map(line => targetOf(head, line.middle))
  const doubt =
    misfits.length > 0
      ? `There is more than one change: ${misfits.join(', ')} ${misfits.length > 1 ? 'fit' : 'fits'} neither end. ${sweep}`
      : ''
  return [...endSentences(journal, found, sweep), doubt].filter(Boolean).join('\n')
}

function endSentences(journal: Journal, found: Bisection, sweep: string): string[] {
  const { head } = journal
  const [first, last] = [described(journal, found.bad), described(journal, found.good)]
  const range = `The change lies after ${targetOf(head, found.good)}, at ${targetOf(head, found.bad)} at the latest`
  switch (found.end) {
    case 'found':
      return [
        `First release like bad:  ${first}`,
        `Last release like good:  ${last}`,
        'The result is a release, not a cause: any change in that release can be the cause.',
        ...lineSentence(head, found),
      ]
    case 'narrowed':
      return [`${range}; no release between them could be classified. ${sweep}`]
    case 'steps':
      return [
        `${range}; those tried between them could not be classified. More time (--time) detects smaller differences. ${sweep}`,
      ]
    case 'between':
      return ['The search ends here.']
    case null:
      return [`${range}; the search was interrupted. To go on: ${PROGRAM} resume`]
  }
}

/** Across release lines the lower version can be the newer release. */
function lineSentence({ releases, runtime }: JournalHead, { good, bad }: Bisection): string[] {
  const [before, after] = [good, bad].map(index => releases[index]?.version.split('.')[0])
  if (runtime === 'workerd' || before === after) return []
  return [
    `${runtime} ${after} is a separate release line, and its first release may be older than the last of ${runtime} ${before}. The change was made before that first release, after the two lines split.`,
  ]
}

function described({ head, ends, middles }: Journal, index: number): string {
  const line = middles.find(({ middle }) => middle === index)
  const engine = (line ? line.engines.middle : index === 0 ? ends?.engines.good : ends?.engines.bad) ?? null
  const ratio = line ? line.middleRatio : index === 0 ? null : (ends?.badRatio ?? null)
  const against = ratio === null ? '' : `, ${formatRatio(ratio)} of ${targetOf(head, 0)}`
  return `${releaseText(head, index, engine)}${against}`
}

function releaseText(head: JournalHead, index: number, engine: Engine | null): string {
  return engine === null ? targetOf(head, index) : `${targetOf(head, index)} (${engineText(engine)})`
}

function targetOf({ releases }: JournalHead, index: number): string {
  return releases[index]?.target ?? ''
}

function endsRemark({ ends, note }: EndsLine): string {
  if (ends === 1) return 'slower than good'
  if (ends === -1) return 'faster than good'
  return ends === 'same' ? 'the same as good' : (note ?? 'not known to differ')
}

function middleRemark({ place, misfit, note }: MiddleLine): string {
  switch (place) {
    case 'lost':
      return `skipped: ${note}`
    case 'unclear':
      return `skipped: ${note ?? 'unclear'}`
    case 'between':
      return 'fits neither end: between them'
    default:
      return misfit === null ? `like ${place}` : `nearer to ${place}, ${misfit}`
  }
}
