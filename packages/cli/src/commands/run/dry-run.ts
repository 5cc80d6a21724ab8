import type { PlannedSuite, Preparation, RunOptions } from '@steelyard/measure'
import { neededSeconds, otherTimers, suiteSeconds, wantedLaunches } from '@steelyard/measure'

/** Returns what a run would do: its groups, launches and expected time. */
export function dryRunText(
  { suites, targets }: Pick<Preparation, 'suites'> & { readonly targets: readonly { readonly id: string }[] },
  options: RunOptions,
): string {
  const launches = `${options.quick ? 'exactly' : 'at least'} ${wantedLaunches(options)}`
  const blocks = suites.map(({ loaded, plan }) => {
    const { name } = loaded.description
    const groups = plan.groups.map((group, index) => {
      const members = group.map(({ caseId, params, target }) => {
        const values = Object.entries(params).map(([param, value]) => `${param}=${value}`)
        return `${caseId}${values.length > 0 ? ` (${values.join(', ')})` : ''} on ${targets[target]?.id ?? ''}`
      })
      return `  group ${index + 1}: ${members.join('  |  ')}`
    })
    const unsupported = plan.unsupported.map(
      ({ contender, reason }) =>
        `  unsupported: ${contender.caseId} on ${targets[contender.target]?.id ?? ''}: ${reason}`,
    )
    if (otherTimers(options.timers).length > 0) {
      const alone = `${name}: ${plan.contenders.length} cases on targets, each alone, by ${options.timers.join(', ')} where it can`
      return [`${alone}: ${options.quick ? 5 : 10} launches of each`, ...unsupported].join('\n')
    }
    const heading = `${name}: ${plan.groups.length} groups, ${launches} launches of each`
    return [heading, ...shortTimeText({ loaded, plan }, options), ...groups, ...unsupported].join('\n')
  })
  const seconds = suites.map(({ loaded, plan }) => suiteSeconds(plan, loaded.description, options))
  const minutes = seconds.reduce((sum, each) => sum + each, 0) / 60
  return `${blocks.join('\n\n')}\n\nExpected: up to ${minutes.toFixed(1)} minutes; less if every ratio is precise enough sooner. Nothing was measured.`
}

/** Warns if the time is too short for the launches, and says what is enough. */
function shortTimeText(
  { loaded: { description }, plan }: Pick<PlannedSuite, 'loaded' | 'plan'>,
  options: RunOptions,
): string[] {
  const seconds = suiteSeconds(plan, description, options)
  const needed = neededSeconds(plan, description, options)
  if (needed <= seconds) return []
  const launches = wantedLaunches(options)
  return [
    `  ${seconds} s may be too short for ${launches} launches of each: --time ${needed}, or fewer cases`,
  ]
}
