import type { ResultRecord, RunRecord } from '@steelyard/record'
import { median, quantile } from '@steelyard/stats'
import { formatCount, name, sanitize, sparkline, sparklineHeading } from '@steelyard/text'
import { mainAxis } from '../axis.ts'
import { headingsOf, type Table } from '../document.ts'
import { type Section, sectionName, sectionsOf } from '../section.ts'

const WIDTH = 32
/** Share of each contender's samples; the others fall into the end columns. */
const SHOWN_SHARE = 0.98
/** A scale reaches at least so far to both sides of the median. */
const LEAST_REACH = 1.1

const ABOUT =
  "the distribution of times, in multiples of the contender's median, all launches together; the end columns hold everything beyond"

/** Returns how the samples of every contender are spread, on one scale for a section; nothing where none are kept. */
export function samplesTables(record: RunRecord): Table[] {
  return sectionsOf(sanitize(record)).flatMap(section => samplesTable(section) ?? [])
}

function samplesTable(section: Section): Table | null {
  const isOfCases = mainAxis(section) === 'cases'
  const byTitle = Map.groupBy(section.results, result => (isOfCases ? result.target : result.case))
  const blocks = Array.from(byTitle, ([title, results]) => ({
    title,
    spreads: results.flatMap(result => {
      const relative = relativeSamples(result)
      return relative.length === 0 ? [] : [{ label: isOfCases ? result.case : result.target, relative }]
    }),
  }))
  const all = blocks.flatMap(({ spreads }) => spreads.map(({ relative }) => relative))
  if (all.length === 0) return null
  const positive = all.map(values => values.filter(value => value > 0))
  const end = (share: number) => positive.map(values => quantile(values, share))
  const beyond = (1 - SHOWN_SHARE) / 2
  const scale = {
    low: Math.min(...end(beyond), 1 / LEAST_REACH),
    high: Math.max(...end(1 - beyond), LEAST_REACH),
    width: WIDTH,
  }
  const ratio = (value: number) => `${value < 9.95 ? value.toFixed(2) : formatCount(value)}×`
  const line = { text: [sparklineHeading(scale)], numeric: false, isSpare: true }
  return {
    title: [`Samples of ${sectionName(section)}`],
    about: ABOUT,
    headings: [...headingsOf([''], ['samples', 'p95', 'max']), line],
    rows: blocks
      .filter(({ spreads }) => spreads.length > 0)
      .flatMap(({ title, spreads }) => [
        [[name(title)]],
        ...spreads.map(({ label, relative }) => [
          [name(label)],
          ...[String(relative.length), ratio(quantile(relative, 0.95)), ratio(quantile(relative, 1))],
          [{ text: sparkline(relative, scale), role: 'bar' as const }],
        ]),
      ]),
  }
}

/** Each divided by their median; none where a clock saw nothing, which has no place on a scale of ratios. */
function relativeSamples({ status, launches, foreign }: ResultRecord): number[] {
  const samples = foreign?.samplesNs ?? launches.flatMap(({ wallNs }) => wallNs)
  const middle = status === 'unsupported' || samples.length < 2 ? 0 : median(samples)
  return middle > 0 ? samples.map(sample => sample / middle) : []
}
