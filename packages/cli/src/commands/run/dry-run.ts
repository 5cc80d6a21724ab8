import type { ContenderPlan, PlannedSuite, Preparation, RunOptions } from '@steelyard/measure'
import { enoughSeconds, expectedSeconds, lookPlanOf, otherTimers, wantedLaunches } from '@steelyard/measure'
import { paramsText } from '@steelyard/report'
import { sum } from '@steelyard/stats'
import { counted, fromTo } from '@steelyard/text'

export function dryRunText(
  { suites, targets }: Pick<Preparation, 'suites'> & { readonly targets: readonly { readonly id: string }[] },
  options: RunOptions,
): string {
  const blocks = suites.map(({ loaded, plan }) => {
    const { name } = loaded.description
    const textOf = ({ caseId, params, target }: ContenderPlan) => {
      const values = paramsText(params)
      return `${caseId}${values === '' ? '' : ` (${values})`} on ${targets[target]?.id ?? ''}`
    }
    const groups = plan.groups.map(
      (group, index) => `  group ${index + 1}: ${group.map(textOf).join('  |  ')}`,
    )
    const unsupported = plan.unsupported.map(
      ({ contender, reason }) => `  unsupported: ${textOf(contender)}: ${reason}`,
    )
    if (otherTimers(options.rules.timers).length > 0) {
      const able = plan.contenders.length - plan.unsupported.length
      const alone = `${name}: ${counted(able, 'case')} on targets, each alone, by ${options.rules.timers.join(', ')} where it can`
      return [`${alone}: ${wantedLaunches(options)} launches of each`, ...unsupported].join('\n')
    }
    const heading = `${name}: ${counted(plan.groups.length, 'group')}, ${launchesText({ loaded, plan }, options)} of each`
    return [heading, ...groups, ...unsupported].join('\n')
  })
  return `${blocks.join('\n\n')}\n\nExpected: ${expectedText(suites, options)}. Nothing was measured.`
}

/** Returns how much a run of benchmark files is, before it begins; null where there are none. */
export function effortText({ suites }: Pick<Preparation, 'suites'>, options: RunOptions): string | null {
  const adopted = suites.filter(({ loaded }) => loaded.description.adopted)
  if (adopted.length === 0) return null
  const cases = adopted.map(({ plan }) => new Set(plan.contenders.map(({ caseId }) => caseId)).size)
  const configurations = adopted.map(
    ({ plan }) => new Set(plan.contenders.map(({ caseId, params }) => JSON.stringify([caseId, params]))).size,
  )
  const parts = [
    counted(adopted.length, 'benchmark file'),
    counted(sum(cases), 'case'),
    counted(sum(configurations), 'configuration'),
  ]
  return `${parts.join(', ')}: ${expectedText(suites, options)} in all.`
}

/** Returns for example `1.4 to 2.5 minutes`: with the fewest launches, and with the most that are planned. */
function expectedText(suites: readonly PlannedSuite[], options: RunOptions): string {
  const each = suites.map(({ loaded, plan }) => expectedSeconds(plan, loaded.description, options))
  const [least, most] = [sum(each.map(one => one.least)), sum(each.map(one => one.most))]
  return `${fromTo([least, most].map(seconds => (seconds / 60).toFixed(1)))} minutes`
}

type Planned = Pick<PlannedSuite, 'loaded' | 'plan'>

function launchesText({ loaded: { description }, plan }: Planned, options: RunOptions): string {
  if (options.time.quick) return `${wantedLaunches(options)} launches`
  const { first, planned } = lookPlanOf(plan, description, options)
  if (options.rules.precision !== null) return `${planned} launches or more`
  return first === planned ? `${planned} launches` : `${first} to ${planned} launches`
}

/** Returns a sentence for each suite whose time holds no first look, with what is enough. */
export function shortTimeTexts(suites: readonly Planned[], options: RunOptions): string[] {
  return suites.flatMap(({ loaded: { description }, plan }) => {
    const { timeSeconds } = options.time
    if (timeSeconds === null) return []
    if (description.server !== null || otherTimers(options.rules.timers).length > 0) return []
    const { first } = lookPlanOf(plan, description, options)
    const enough = enoughSeconds(plan, description, options, first)
    if (timeSeconds >= enough) return []
    return [
      `${description.name}: ${timeSeconds} s holds fewer than ${first} launches of each, which verdicts need: there will be estimates at most. Give --time ${Math.ceil(enough)}, or fewer cases.`,
    ]
  })
}
