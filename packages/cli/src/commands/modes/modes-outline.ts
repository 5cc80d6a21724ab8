import type { Association, ModesFinding } from '@steelyard/analysis'
import { caseName, headingsOf, type List, note, type Outline, type Table } from '@steelyard/report'
import {
  formatDuration,
  formatPercent,
  formatRatio,
  name,
  type Phrase,
  sanitize,
  sparkline,
} from '@steelyard/text'
import type { ModesOutcome, TargetModes } from './modes.ts'

const MOST_CAUSES = 6
const MOST_NEAR = 3
const MOST_ALIKE = 4
const UNLIKE = 0.05
const SPREAD_WIDTH = 40

export function modesOutlines(unsafe: ModesOutcome): Outline[] {
  const { suite, caseId, params, targets } = sanitize(unsafe)
  const of = caseName({ suite, case: caseId, params })
  return targets.map(one => outlineOf(`${of} on ${one.target}`, one))
}

function outlineOf(title: string, one: TargetModes): Outline {
  const { finding, error } = one
  if (finding === null) {
    const why =
      error === null
        ? 'There were too few launches: raise --time.'
        : `It ${one.end === 'unsupported' ? 'cannot run there: ' : ''}${error}.`
    return { title, headline: [[why]], blocks: [] }
  }
  const { causes, following, associations } = finding
  const sure = new Set([...causes, ...following].map(({ what }) => what))
  const near = associations.filter(({ what }) => !sure.has(what)).slice(0, MOST_NEAR)
  return {
    title,
    headline: [kindsPhrase(finding), causePhrase(finding, one), ...warnings(finding)],
    blocks: [
      launchesTable(finding),
      causesTable('What goes with the time of a launch', causes.slice(0, MOST_CAUSES)),
      causesTable('What may only follow from the time', following.slice(0, MOST_NEAR)),
      causesTable('Nearest, and no more than chance', causes.length === 0 ? near : []),
      spreadList(one),
      {
        title: 'So in the same launches, or in all others',
        items: causes.slice(0, MOST_CAUSES).flatMap(alikePhrases),
      },
      ...(error === null ? [] : [{ title: 'Ended early', items: [[`It ${error}.`]] }]),
      note(noteOf(finding)),
    ],
  }
}

function kindsPhrase({ plain, logged }: ModesFinding): Phrase {
  const { fast, slow } = plain
  if (fast !== null && slow !== null) {
    return [
      { text: `The launches fall into kinds: `, role: 'title' },
      `${fast.launches} of ${plain.launches} take about ${formatDuration(fast.medianNs)}, ${slow.launches} about ${formatDuration(slow.medianNs)}.`,
    ]
  }
  const also = logged?.kinds.hasKinds
    ? ' Those whose engine logged do: what makes them may be the logging.'
    : ''
  return [
    `The times of ${plain.launches} launches have one peak, as far as they can tell.${also} A kind with less than a quarter of 80 launches is often missed.`,
  ]
}

function causePhrase(
  { plain, logged, causes, following, associations }: ModesFinding,
  { end, launches }: TargetModes,
): Phrase {
  if (logged === null && launches.some(({ features }) => features !== null))
    return ['Too few launches have a log to look for a cause: raise --time.']
  if (logged === null) return ['Its engine has no log that can be read: the cause cannot be looked for.']
  const [first] = causes
  if (first === undefined) {
    const asked = `${associations.length} things that differ between launches`
    const beyond = following.length === 0 ? '' : ', but for what may only follow from it'
    return [
      plain.kinds.hasKinds || logged.kinds.hasKinds
        ? `Cause not found: none of ${asked} goes with the time beyond chance${beyond}.`
        : `None of ${asked} goes with the time beyond chance${beyond}.`,
      end === 'time' ? ' The time was up: raise --time.' : '',
    ]
  }
  return [
    `${formatPercent(first.explained)} of the spread of the logged launches goes with: `,
    name(first.what),
    '. That shows what belongs together, and not yet which makes which.',
  ]
}

function warnings({ alikePValue, plain, logged, slowdown }: ModesFinding): Phrase[] {
  if (logged === null || alikePValue === null || slowdown === null) return []
  const unlike =
    alikePValue < UNLIKE
      ? `Logged launches are spread otherwise than the others (p = ${alikePValue.toPrecision(2)}): logging changes them.`
      : `Logged launches spread like the others, as far as the test shows (p = ${alikePValue.toPrecision(2)}).`
  const gone =
    plain.kinds.hasKinds && !logged.kinds.hasKinds
      ? ' Their times have one peak: what makes the kinds may not be among what was logged.'
      : ''
  return [[`${unlike}${gone} Logging takes ${formatRatio(slowdown)} of the time.`]]
}

function launchesTable({ plain, logged }: ModesFinding): Table {
  const rows = [
    { text: 'as in a run', spread: plain },
    ...(logged === null ? [] : [{ text: 'engine logs', spread: logged }]),
  ]
  return {
    title: ['Launches'],
    headings: headingsOf(['launches'], ['n', 'median', 'spread', 'dip', 'limit', 'fast', 'slow']),
    rows: rows.map(({ text, spread }) => [
      text,
      String(spread.launches),
      formatDuration(spread.medianNs),
      formatPercent(spread.spread),
      spread.kinds.dip.toFixed(3),
      spread.kinds.limit.toFixed(3),
      ...[spread.fast, spread.slow].map(
        kind => kind && `${kind.launches} at ${formatDuration(kind.medianNs)}`,
      ),
    ]),
  }
}

function causesTable(title: string, found: readonly Association[]): Table {
  return {
    title: [title],
    headings: headingsOf(['what is so'], ['launches', 'time with it ÷ without', 'explains', 'p, adjusted']),
    rows: found.map(({ what, launches, ratio, explained, adjustedPValue }) => [
      [name(what)],
      String(launches),
      ratio && formatRatio(ratio),
      formatPercent(explained),
      adjustedPValue < 1e-4 ? '<0.0001' : adjustedPValue.toPrecision(2),
    ]),
  }
}

/** Without items where there is nothing to see. */
function spreadList({ launches }: TargetModes): List {
  const timesOf = (found: typeof launches) => found.map(({ iterationNs }) => iterationNs)
  const [low, high] = [Math.min(...timesOf(launches)), Math.max(...timesOf(launches))]
  const rows = Object.entries({
    'as in a run': launches.filter(({ features }) => features === null),
    'engine logs': launches.filter(({ features }) => features !== null),
  }).filter(([, found]) => found.length > 0)
  const items = rows.map(([label, found]) => {
    const drawn = sparkline(timesOf(found), { low, high, width: SPREAD_WIDTH })
    return [`${formatDuration(low)} ${drawn} ${formatDuration(high)}, ${label}`]
  })
  return { title: 'How the times are spread', items: high > low ? items : [] }
}

function alikePhrases({ what, alike }: Association): Phrase[] {
  if (alike.length === 0) return []
  const rest = alike.length > MOST_ALIKE ? [`${alike.length - MOST_ALIKE} more`] : []
  return [[name(what), ': ', [...alike.slice(0, MOST_ALIKE), ...rest].join('; ')]]
}

function noteOf({ associations, logged }: ModesFinding): string {
  const asked =
    logged === null
      ? ''
      : ` ${associations.length} things that differ between launches were tested by ranks, exactly; p is adjusted by Holm and for three looks.`
  return `A time is that of the lower quartile of the batches of a launch. Kinds: the dip of Hartigan and Hartigan is above its limit, which happens by chance in under 5 % of targets.${asked}`
}
