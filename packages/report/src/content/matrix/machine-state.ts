import type { RunRecord } from '@steelyard/record'
import { coreUses, mean } from '@steelyard/stats'
import { formatPercent, launchesText, minuteText } from '@steelyard/text'

/** From this share of all batches on other work counts as noise. */
const SHARED = 0.05

/** From this slowdown on a neighbour on the other hardware thread counts as noise: ratios may be 3 % off then. */
const SLOWED = 0.05

/** Returns what the machine was like, and what the numbers rest on. */
export function machineStateOf(record: RunRecord) {
  const why = disturbances(record)
  return {
    /** Whether something disturbed the run. */
    isNoisy: why.length > 0,
    /** What did: `load 1.6`, `other work on the core in 12 % of batches`, `a neighbour slowed full code by
     * 36 %`; empty where quiet. */
    why,
    /** `95 % intervals`, `threshold 1 %`, `4 to 10 launches`, `seed 754`, `CPU zen5-26.2-ff4994`. */
    method: methodOf(record),
    /** In UTC: `2026-11-25`. */
    day: minuteText(record.startedAt).slice(0, 10),
  }
}

function disturbances({ environment, results }: RunRecord): string[] {
  const loads = environment.warnings.flatMap(({ code, load }) =>
    code === 'busy-machine' && typeof load === 'number' ? [`load ${load.toFixed(1)}`] : [],
  )
  const shares = results.flatMap(({ contendedShare }) => contendedShare ?? [])
  const shared = meanOr0(shares)
  const read = results.flatMap(({ launches }) => launches.flatMap(({ sharing }) => sharing ?? []))
  const glances = read.filter(({ widthRatios }) => widthRatios.every(ratio => ratio > 0))
  const slowed = meanOr0(coreUses(glances).flatMap(use => (use ? use.slowdown - 1 : [])))
  return [
    ...(environment.cores === 1 ? ['one core'] : []),
    ...loads,
    ...(shared > SHARED ? [`other work on the core in ${formatPercent(shared)} of batches`] : []),
    ...(slowed > SLOWED ? [`a neighbour slowed full code by ${formatPercent(slowed)}`] : []),
  ]
}

function meanOr0(values: readonly number[]): number {
  return values.length === 0 ? 0 : mean(values)
}

function methodOf({ comparisons, results, seed, environment: { cpuId } }: RunRecord): string[] {
  const run = [`seed ${seed}`, ...(cpuId === null ? [] : [`CPU ${cpuId}`])]
  const ratios = comparisons.filter(({ paired }) => paired).map(({ ratio }) => ratio)
  const estimates = ratios.length > 0 ? ratios : results.flatMap(({ wallNs }) => wallNs ?? [])
  const [first] = estimates
  if (first === undefined) return run
  const thresholds = Array.from(new Set(comparisons.map(({ threshold }) => formatPercent(threshold))))
  return [
    `${formatPercent(first.level)} intervals`,
    ...thresholds.map(threshold => `threshold ${threshold}`),
    launchesText(estimates.map(({ n }) => n)),
    ...run,
  ]
}
