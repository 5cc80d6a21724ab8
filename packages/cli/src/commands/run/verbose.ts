import { contendedShare } from '@steelyard/analysis'
import type { NamedSuite, TimedShare } from '@steelyard/measure'
import { caseName } from '@steelyard/report'
import { formatDuration, formatPercent, launchesText } from '@steelyard/text'

const END = {
  precision: 'every group reached its precision or its last launch',
  time: 'the time budget was used up',
  aborted: 'it was interrupted',
} as const

/** Returns where the time went: why each suite ended, each target's timed share, and the state of each contender's launches. */
export function timeSpentText(suites: readonly NamedSuite[]): string {
  return suites
    .filter(({ measured }) => measured.timed === undefined)
    .map(({ name, measured, targetIds }) => {
      const all = measured.contenders.flatMap(contender => contender.launches)
      const numberOf = (some: typeof all) =>
        new Set(some.map(({ group, launch }) => `${group}/${launch}`)).size
      const lines = measured.timedShares.flatMap((timedShares, target) => [
        `  ${targetIds[target]}: timed share ${percentOf(timedShares.timedNs, timedShares)} (${formatDuration(timedShares.timedNs)} in timed batches of ${formatDuration(timedShares.launchNs)} from the start of each launch to its last exit)`,
        `    the rest: ${restText(timedShares)}`,
      ])
      const repeated = numberOf(all.filter(({ early }) => early.length > 0))
      const windows = repeated > 0 ? ` (${repeated} measured again: code was optimised late)` : ''
      const launchLines = measured.contenders.flatMap(({ plan, launches }) => {
        const share = contendedShare(launches)
        const shared =
          share === null ? [] : [`other work had its core in ${formatPercent(share)} of its batches`]
        const states = Map.groupBy(launches, ({ warmup }) => warmup.state)
        const said = [...Array.from(states, ([state, { length }]) => `${state} in ${length}`), ...shared]
        const named = caseName({ suite: name, case: plan.caseId, params: plan.params })
        return said.length === 0 ? [] : [`  ${named} on ${targetIds[plan.target]}: ${said.join(', ')}`]
      })
      return [
        `${name}: ${launchesText([numberOf(all)])}${windowText(measured)}${windows}; ended because ${END[measured.end]}`,
        ...lines,
        ...launchLines,
      ].join('\n')
    })
    .join('\n')
}

function windowText({ timedShares, contenders }: NamedSuite['measured']): string {
  const windows = contenders.reduce((sum, { launches }) => sum + launches.length, 0)
  const timedNs = timedShares.reduce((sum, share) => sum + share.timedNs, 0)
  return windows === 0 ? '' : `, ${formatDuration(timedNs / windows)} timed of each side in one (mean)`
}

/** Everything but the timed batches, the longest part first. */
function restText(timedShares: TimedShare): string {
  const { start, import: imports, setup, warmUp, betweenBatches, end } = timedShares.parts
  const parts: [string, number][] = [
    ['start', start],
    ['import', imports],
    ['setup and first call', setup],
    ['warm-up', warmUp],
    ['between batches', betweenBatches],
    ['end', end],
  ]
  return parts
    .toSorted(([, a], [, b]) => b - a)
    .map(([name, ns]) => `${name} ${percentOf(ns, timedShares)}`)
    .join(', ')
}

function percentOf(ns: number, { launchNs }: TimedShare): string {
  return formatPercent(launchNs > 0 ? ns / launchNs : 0)
}
