import type { ComparePlan, MeasuredContender, NamedSuite } from '@steelyard/measure'
import type { AttributionRecord, EstimateRecord } from '@steelyard/record'
import { launchRatio, type Metric, ratioFromLogs, ratioFromSumOfMeans } from '@steelyard/stats'
import { type SharedLaunch, sharedLaunches } from './comparisons.ts'
import { candidatesOf } from './stated.ts'

/** An interval needs two. */
const FEWEST_LAUNCHES = 2

/** Returns for every case what each flag of the head does, alone and on top of the others. */
export function attributionsOf(
  suite: NamedSuite,
  { heads, flags }: ComparePlan,
  metric: Metric,
): AttributionRecord[] {
  const [headTarget] = heads
  if (headTarget === undefined || flags.length === 0) return []
  const contenders = suite.measured.contenders.filter(({ plan }) => !plan.isControl)
  const id = (target: number) => suite.targetIds[target] ?? ''
  return contenders
    .filter(({ plan }) => plan.target === headTarget)
    .flatMap(head => {
      const onTarget = (target: number) =>
        contenders.find(
          ({ plan }) =>
            plan.target === target && plan.caseId === head.plan.caseId && plan.params === head.plan.params,
        )
      const base = onTarget(0)
      if (base === undefined) return []
      return [
        {
          suite: suite.name,
          case: head.plan.caseId,
          params: head.plan.params,
          base: id(0),
          head: id(headTarget),
          metric,
          flags: flags.map(({ flag, alone, without }) => ({
            flag,
            alone: id(alone),
            without: id(without),
            aloneRatio: ratioOf(onTarget(alone), base, metric),
            onTopRatio: ratioOf(head, onTarget(without), metric),
          })),
          interaction: interactionOf(
            base,
            head,
            flags.map(({ alone }) => onTarget(alone)),
            metric,
          ),
        },
      ]
    })
}

function ratioOf(
  head: MeasuredContender | undefined,
  base: MeasuredContender | undefined,
  metric: Metric,
): EstimateRecord | null {
  if (head === undefined || base === undefined) return null
  // The verdict next to it is the stated one.
  const { timed, corrected } = candidatesOf(sharedLaunches({ base, head }), metric, FEWEST_LAUNCHES)
  return ratioFromLogs((corrected ?? timed).logRatios)
}

/**
 * Returns log(head ÷ base) − Σ log(alone ÷ base), as a ratio. Groups of launches are independent and each has the base,
 * the head and some of the flags alone: per group one value a launch, the head counted by the group's share of the
 * flags, so that what is common to a launch cancels; then the sum of their means.
 */
function interactionOf(
  base: MeasuredContender,
  head: MeasuredContender,
  alone: readonly (MeasuredContender | undefined)[],
  metric: Metric,
): EstimateRecord | null {
  const flags = alone.map(one => one && logsByLaunch(sharedLaunches({ base, head: one }), metric))
  const heads = logsByLaunch(sharedLaunches({ base, head }), metric)
  const groups = new Map<number, number[]>()
  flags.forEach((logs, flag) => {
    const group = logs?.values().next().value?.group
    if (group !== undefined) groups.set(group, [...(groups.get(group) ?? []), flag])
  })
  if ([...groups.values()].flat().length < alone.length) return null
  return ratioFromSumOfMeans(
    Array.from(groups.values(), members =>
      [...heads].flatMap(([launch, { log }]) => {
        const parts = members.map(flag => flags[flag]?.get(launch)?.log)
        if (parts.includes(undefined)) return []
        const share = members.length / alone.length
        return [share * log - parts.reduce<number>((sum, part) => sum + (part ?? 0), 0)]
      }),
    ),
  )
}

/** Returns the logarithm of each launch's ratio by the number of group and launch. */
function logsByLaunch(shared: readonly SharedLaunch[], metric: Metric) {
  return new Map(
    shared.flatMap(({ head, base }) => {
      const log = launchRatio(head, base, metric).ofSums
      const { group, launch } = head
      return log === null ? [] : [[`${group}/${launch}`, { group, log }] as const]
    }),
  )
}
