import { shortestTimeNs } from '@steelyard/conductor'
import { minimumLaunchesOf, QUICK_LAUNCHES } from './minimum-launches.ts'
import type { SuitePlan } from './plan.ts'
import type { Preparation } from './run.ts'
import type { RunOptions } from './run-options.ts'
import { shortestLaunchNs } from './servers/turn-pacing.ts'

/** Time beyond the shortest, so that a busy machine has its launches too. */
const ROOM = 1.3

/** Returns what a run would do: its groups, launches and expected time. */
export function dryRunText({ suites, targets }: Preparation, options: RunOptions): string {
  const launches = options.quick ? `exactly ${QUICK_LAUNCHES}` : `at least ${minimumLaunchesOf(options)}`
  const blocks = suites.map(({ loaded, plan }) => {
    const { name } = loaded.description
    const groups = plan.groups.map((group, index) => {
      const members = group.map(({ caseId, params, target }) => {
        const values = Object.entries(params).map(([param, value]) => `${param}=${value}`)
        return `${caseId}${values.length > 0 ? ` (${values.join(', ')})` : ''} on ${targets[target]?.id ?? ''}`
      })
      return `  group ${index + 1}: ${members.join('  |  ')}`
    })
    const gaps = plan.unsupported.map(
      ({ contender, reason }) =>
        `  left out: ${contender.caseId} on ${targets[contender.target]?.id ?? ''}: ${reason}`,
    )
    if (options.timers.some(timer => timer !== 'steelyard')) {
      const alone = `${name}: ${plan.contenders.length} cases on targets, each alone, by ${options.timers.join(', ')} where it can`
      return [`${alone}: ${options.quick ? 5 : 10} launches of each`, ...gaps].join('\n')
    }
    const heading = `${name}: ${plan.groups.length} groups, ${launches} launches of each`
    return [
      heading,
      ...shortageText(plan, options, loaded.description.server !== null),
      ...groups,
      ...gaps,
    ].join('\n')
  })
  const minutes = (suites.length * options.timeSeconds) / 60
  return `${blocks.join('\n\n')}\n\nExpected: up to ${minutes.toFixed(1)} minutes; less when every ratio is precise enough before. Nothing was measured.`
}

/** Says where the time is too short for the launches, and what would do. */
function shortageText({ groups }: SuitePlan, options: RunOptions, areServers: boolean): string[] {
  const launches = options.quick ? QUICK_LAUNCHES : minimumLaunchesOf(options)
  const shortestNs = groups.map(({ length }) =>
    areServers ? launches * shortestLaunchNs(length) : shortestTimeNs(length * launches),
  )
  const wantedSeconds = Math.ceil((ROOM * shortestNs.reduce((sum, ns) => sum + ns, 0)) / 1e10) * 10
  if (wantedSeconds <= options.timeSeconds) return []
  return [
    `  ${options.timeSeconds} s may be too short for ${launches} launches of each: --time ${wantedSeconds}, or fewer cases`,
  ]
}
