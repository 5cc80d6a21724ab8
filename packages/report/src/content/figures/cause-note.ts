import type { CauseRecord, CauseRowRecord } from '@steelyard/record'
import { DEFAULT_ALPHA, sum } from '@steelyard/stats'
import { formatDuration, formatPercent, type Phrase } from '@steelyard/text'

/** Where named rows make up less, or what is left goes the other way by more, a note says why. */
const MUCH = 0.7

export function differs({ adjustedPValue }: { readonly adjustedPValue: number | null }): boolean {
  return adjustedPValue !== null && adjustedPValue < DEFAULT_ALPHA
}

/** Returns how much of the difference the rows explain, what is left, and where that is much, why. */
export function explainedNotes(cause: CauseRecord): Phrase[] {
  const { explainedShare, differenceNs, rows, by } = cause
  const what = by === 'place' ? 'Named rows' : 'Functions'
  if (explainedShare === null) return [['The whole difference is within its interval of 0.']]
  const whole = differenceNs.value
  const differing = rows.filter(row => row.kind !== 'engine' && differs(row))
  const longer = differenceOf(differing.filter(row => row.differenceNs.value > 0))
  const less = differenceOf(differing.filter(row => row.differenceNs.value < 0))
  const both = longer !== 0 && less !== 0 ? ` (${signed(longer)} and ${signed(less)})` : ''
  const explained = explainedShare * whole
  const left = whole - explained
  return [
    [
      `${what} that differ beyond chance add up to ${signed(explained)}${both}: ${formatPercent(explainedShare)} of the difference of ${signed(whole)}.`,
    ],
    ...(Math.abs(left) < Math.abs(whole) / 200 ? [] : [leftNote(cause, explainedShare, left)]),
    ...caseNote(cause),
  ]
}

/** Where the case itself is the answer, the profile has none. */
function caseNote({ rows, frames, differenceNs }: CauseRecord): Phrase[] {
  const own = rows.find(row => row.functionName === frames[0]?.name && row.callee === null)
  const share = own === undefined || !differs(own) ? 0 : own.differenceNs.value / differenceNs.value
  if (share < MUCH) return []
  const what = 'what was inlined into it, or what it calls and the profile does not show'
  return [[`${formatPercent(share)} is in the case itself: ${what}.`]]
}

const UNNAMED = ' So the profile cannot say what takes it.'
const CHANCE = ' The profiled launches differ too much to tell: repeat it while nothing else runs.'

function leftNote({ differenceNs, rows }: CauseRecord, share: number, left: number): Phrase {
  const unnamed = differenceOf(rows.filter(row => row.kind === 'engine'))
  const chance = differenceOf(rows.filter(row => row.kind !== 'engine' && !differs(row)))
  const parts = [
    { value: unnamed, text: 'where the engine names no function', advice: UNNAMED },
    { value: chance, text: 'in rows within chance', advice: CHANCE },
    {
      value: left - unnamed - chance,
      text: 'in places that take under 0.1 % each, or while it waited',
      advice: '',
    },
  ].filter(({ value }) => Math.abs(value) >= Math.abs(differenceNs.value) / 200)
  const advice =
    share < MUCH ? parts.toSorted((a, b) => Math.abs(b.value) - Math.abs(a.value))[0]?.advice : undefined
  const why = `${share > 1 || share < 0 ? ' It goes the other way.' : ''}${advice ?? ''}`
  const [only] = parts
  if (only === undefined) return [`Left are ${signed(left)}.${why}`]
  if (parts.length === 1) return [`Left are ${signed(left)} ${only.text}.${why}`]
  const texts = parts.map(({ value, text }) => `${signed(value)} ${text}`)
  return [`Left are ${signed(left)}: ${texts.join(', ')}.${why}`]
}

export function signed(ns: number): string {
  return `${ns < 0 ? '-' : '+'}${formatDuration(Math.abs(ns))}`
}

function differenceOf(rows: readonly CauseRowRecord[]): number {
  return sum(rows.map(({ differenceNs }) => differenceNs.value))
}
