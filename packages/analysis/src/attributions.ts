import type { ComparePlan, MeasuredContender, NamedSuite } from '@steelyard/measure'
import type { AttributionRecord } from '@steelyard/record'
import { type Metric, ratioFromLogs } from '@steelyard/stats'
import { sharedLaunches } from './candidate.ts'
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
        },
      ]
    })
}

function ratioOf(head: MeasuredContender | undefined, base: MeasuredContender | undefined, metric: Metric) {
  if (head === undefined || base === undefined) return null
  // The verdict next to it is the stated one.
  const { stated } = candidatesOf(sharedLaunches({ base, head }), metric, FEWEST_LAUNCHES)
  return ratioFromLogs(stated.logRatios)
}
