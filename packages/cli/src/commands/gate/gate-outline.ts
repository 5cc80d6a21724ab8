import { caseName, type Field, headingsOf, note, type Outline } from '@steelyard/report'
import {
  counted,
  formatPercent,
  formatRatio,
  launchesText,
  name,
  type Phrase,
  recordWarningText,
  sanitize,
} from '@steelyard/text'
import type { GatedCase, GateOutcome } from './gate.ts'

/** The cases that were tested, each with the size of the slowdown that would have been found. */
const SHARE = 0.9

export function gateOutline(unsafe: GateOutcome): Outline {
  const { base, head, cases, problems, gaps, screening, rules } = sanitize(unsafe)
  const slower = slowerOf(cases)
  const others = cases.filter(one => one.isSuspected && !slower.includes(one))
  const lost = screening.results.filter(({ status }) => status !== 'ok')
  const screened = cases.filter(({ launches }) => launches > 0)
  const again = cases.flatMap(({ confirmation }) => confirmation?.ratio.n ?? [])
  const confirmed =
    again.length === 0
      ? ''
      : ` Those suspected were measured again in ${launchesText(again)}, which alone decide; a verdict needs ${rules.confirmingLaunches}. Threshold ${formatPercent(rules.threshold)}, p-values adjusted by Holm.`
  const isLost = (one: GatedCase) => lost.some(other => caseName(other) === caseName(one))
  const untested = cases.filter(one => one.detectable === null && !isLost(one))
  return {
    title: `${head} against ${base}`,
    headline: [
      [
        slower.length === 0
          ? 'No case was found slower.'
          : {
              text: `${counted(slower.length, 'case')} ${slower.length === 1 ? 'is' : 'are'} slower.`,
              role: 'slower',
            },
      ],
      detectablePhrase(cases),
    ],
    blocks: [
      { title: ['Confirmed slower'], headings: HEADINGS, rows: slower.map(rowOf) },
      { title: ['Suspected, and not confirmed'], headings: HEADINGS, rows: others.map(rowOf) },
      {
        title: 'Not compared',
        items: [
          ...problems.map(problem => [problem]),
          ...gaps.map(one => [name(caseName(one)), ` on ${one.target}: ${one.reason}`]),
          ...lost.map(one => [
            name(caseName(one)),
            ` on ${one.target}: ${one.error === null ? one.status : recordWarningText(one.error)}`,
          ]),
          ...untested.map(one => [
            name(caseName(one)),
            one.launches > 0
              ? ': its launches give no spread to judge by'
              : ': no launch of both sides can be compared',
          ]),
        ],
      },
      note(
        `${counted(screened.length, 'case')} screened for slowdowns in ${launchesText(screened.map(({ launches }) => launches))} each, false suspicions at most ${formatPercent(rules.falseDiscoveryRate)} of all (Benjamini and Hochberg).${confirmed} Ratios are head ÷ base with 95 % intervals.`,
      ),
    ],
  }
}

/** Returns the cases that fresh launches found slower, as it is stated. */
export function slowerOf(cases: readonly GatedCase[]): GatedCase[] {
  return cases.filter(({ confirmation }) => confirmation && confirmation.verdict === 'slower')
}

const HEADINGS = headingsOf(['case', 'head ÷ base', 'verdict'])

function rowOf(one: GatedCase): Field[] {
  const { confirmation } = one
  if (confirmation === null) return [[name(caseName(one))], '', 'could not be measured again']
  const { ratio, verdict, reason } = confirmation
  return [
    [name(caseName(one))],
    formatRatio(ratio),
    `${verdict ?? 'none'}${reason === null ? '' : `, ${reason}`}`,
  ]
}

function detectablePhrase(cases: readonly GatedCase[]): Phrase {
  const known = cases.flatMap(({ detectable }) => detectable ?? []).toSorted((left, right) => left - right)
  const largest = known[Math.ceil(SHARE * known.length) - 1]
  if (largest === undefined) return ['It could have found nothing: no case could be tested.']
  return [
    `It would have found a slowdown of ${formatPercent(largest)} or more in ${formatPercent(SHARE)} of the ${counted(known.length, 'case')} compared, each with a chance of 80 %.`,
  ]
}
