import { featureRank, type LaunchFeature, type LaunchFeatures } from '@steelyard/measure'
import { explainedSpread, holm, median, rankSumPValue, unpairedRatio } from '@steelyard/stats'

export interface LoggedLaunch {
  readonly iterationNs: number
  readonly features: LaunchFeatures
}

/** Something that is so in some launches and not in others, and how their times differ. */
export type Association = ReturnType<typeof associationsOf>[number]

/** One launch is what chance makes of any of them. */
const FEWEST = 2

/** More values than these are cut at their median. */
const MOST_LEVELS = 4

/** Returns what goes with the time of a launch, the surest first, by exact rank-sum tests; asked `looks` times in all. */
export function associationsOf(launches: readonly LoggedLaunch[], looks: number) {
  const logs = launches.map(({ iterationNs }) => Math.log(iterationNs))
  const statements = distinct(statementsOf(launches))
  const pValues = statements.map(({ isSo }) => rankSumPValue(logs, isSo))
  const adjusted = holm(pValues)
  return statements
    .map(({ what, kind, alike, isSo }, index) => {
      const side = (wanted: boolean) => logs.filter((_, at) => isSo[at] === wanted)
      return {
        /** What is so. */
        what,
        /** What is so in the same launches exactly, or in all others; the times cannot tell them apart. */
        alike,
        /** Whether all of this may only follow from the time: a slow launch makes fewer calls. */
        mayFollow: kind === 'following',
        /** Launches in which it is so. */
        launches: side(true).length,
        /** Time with it ÷ without; null under two launches of either. */
        ratio: unpairedRatio(side(true), side(false)),
        /** Share of the spread of the logarithms of times that lies between the two. */
        explained: explainedSpread(logs, isSo),
        pValue: pValues[index] ?? 1,
        /** Corrected by Holm over all of them, times the number of looks. */
        adjustedPValue: Math.min(1, (adjusted[index] ?? 1) * looks),
      }
    })
    .toSorted((a, b) => a.pValue - b.pValue || b.explained - a.explained)
}

interface Statement extends Pick<LaunchFeature, 'kind'> {
  readonly what: string
  readonly isSo: readonly boolean[]
}

/** Returns what can be said of some launches and not of others. */
export function statementsOf(launches: readonly LoggedLaunch[]): Statement[] {
  const keys = new Set(launches.flatMap(({ features }) => Object.keys(features)))
  return [...keys].flatMap(key => {
    const kind = launches.flatMap(({ features }) => features[key]?.kind ?? [])[0] ?? 'other'
    const found = launches.map(({ features }) => features[key]?.value)
    const isNumber = found.some(value => typeof value === 'number')
    const missing = isNumber ? 0 : found.includes('yes') ? 'no' : 'none'
    const values = found.map(value => value ?? missing)
    const levels = [...new Set(values)]
    if (levels.length < 2) return []
    if (isNumber && levels.length > MOST_LEVELS) {
      const middle = median(values.map(Number))
      const isSo = values.map(value => Number(value) > middle)
      return [{ kind, what: `${key} above ${shown(middle)}`, isSo }]
    }
    if (levels.includes('yes')) return [{ kind, what: key, isSo: values.map(value => value === 'yes') }]
    return levels.map(level => ({
      kind,
      what: `${key}: ${typeof level === 'number' ? shown(level) : level}`,
      isSo: values.map(value => value === level),
    }))
  })
}

function shown(value: number): string {
  return String(Number(value.toPrecision(4)))
}

/** Statements about the same launches, or about all others, are one. */
function distinct(statements: readonly Statement[]) {
  const usable = statements.filter(({ isSo }) => {
    const count = isSo.filter(Boolean).length
    return count >= FEWEST && isSo.length - count >= FEWEST
  })
  const alike = Map.groupBy(usable, ({ isSo }) => isSo.map(each => each === isSo[0]).join())
  return Array.from(alike.values(), found => {
    const [first, ...others] = found.toSorted((a, b) => featureRank(a) - featureRank(b))
    return {
      ...(first as Statement),
      alike: others.map(({ what, isSo }) =>
        isSo[0] === first?.isSo[0] ? what : `in the other launches: ${what}`,
      ),
    }
  })
}
