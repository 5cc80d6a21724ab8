import type { PlannedSuite, Preparation, RunOptions } from '@steelyard/measure'
import { neededSeconds, otherTimers, plannedWindow, suiteSeconds, wantedLaunches } from '@steelyard/measure'
import { counted, formatDuration } from '@steelyard/text'

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
  const minutes = expectedMinutes(suites, options)
  return `${blocks.join('\n\n')}\n\nExpected: up to ${minutes.toFixed(1)} minutes; less if every ratio is precise enough sooner. Nothing was measured.`
}

/** Returns how much a run of benchmark files is, before it begins; null where there are none. */
export function effortText({ suites }: Pick<Preparation, 'suites'>, options: RunOptions): string | null {
  const adopted = suites.filter(({ loaded }) => loaded.description.adopted)
  if (adopted.length === 0) return null
  const cases = adopted.map(({ plan }) => distinct(plan.contenders.map(({ caseId }) => caseId)))
  const configurations = adopted.map(({ plan }) =>
    distinct(plan.contenders.map(({ caseId, params }) => JSON.stringify([caseId, params]))),
  )
  const parts = [
    counted(adopted.length, 'benchmark file'),
    counted(sum(cases), 'case'),
    counted(sum(configurations), 'configuration'),
  ]
  return `${parts.join(', ')}: up to ${expectedMinutes(suites, options).toFixed(1)} minutes in all.`
}

function distinct(texts: readonly string[]): number {
  return new Set(texts).size
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0)
}

function expectedMinutes(suites: readonly PlannedSuite[], options: RunOptions): number {
  return sum(suites.map(({ loaded, plan }) => suiteSeconds(plan, loaded.description, options))) / 60
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
    `  ${seconds} s is too short for ${launches} launches of each as other runs have them, so windows are of ${formatDuration(plannedWindow(plan, description, options).ns)}: --time ${needed}, or fewer cases`,
  ]
}
