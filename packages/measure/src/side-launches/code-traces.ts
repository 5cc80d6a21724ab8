import { LaunchError } from '@steelyard/launcher'
import type { CodeRecord, FunctionRecord, FunctionTiersRecord } from '@steelyard/record'
import { launchForTiers } from '../engine-logs/tiers-launch.ts'
import type { LaunchContext } from '../launch/launch-context.ts'
import type { ContenderPlan } from '../plan/plan.ts'
import { type MeasuredContender, type NamedSuite, withContenders } from '../suite/measured-suite.ts'

/** A launch of an ordinary run times about as much. */
const TRACED_NS = 500e6

/**
 * Launches contenders once more, each alone.
 *
 * @returns the suite, with what V8 did to the functions of these contenders; runtimes without V8 are left out
 */
export async function traceCode(
  suite: NamedSuite,
  plans: ReadonlySet<ContenderPlan>,
  context: LaunchContext,
  signal: AbortSignal,
): Promise<NamedSuite> {
  const traced = new Map<ContenderPlan, MeasuredContender>()
  for (const contender of suite.measured.contenders) {
    if (signal.aborted) break
    if (!plans.has(contender.plan)) continue
    traced.set(contender.plan, { ...contender, code: await traceOne(contender, context) })
  }
  return withContenders(suite, traced)
}

async function traceOne(contender: MeasuredContender, context: LaunchContext): Promise<CodeRecord | null> {
  const runner = context.targets[contender.plan.target]?.runner
  if (runner?.engineName !== 'v8' || runner.engineLog === undefined) return null
  const { optimisingTiers } = runner.engineLog
  try {
    const tiers = await launchForTiers(contender, TRACED_NS, context)
    return tiers && { slowdown: tiers.slowdown, functions: functionsOf(tiers.functions, optimisingTiers) }
  } catch (error) {
    // An engine that does not know the flags does not start.
    if (error instanceof LaunchError) return null
    throw error
  }
}

/** Returns how often functions of each name were optimised and left; functions where neither happened are left out. */
export function functionsOf(
  functions: readonly FunctionTiersRecord[],
  optimisingTiers: readonly string[],
): FunctionRecord[] {
  const byName = Map.groupBy(functions, ({ name }) => name)
  const counts = Array.from(byName, ([name, own]) => ({
    name,
    optimised: counted(
      own
        .flatMap(({ code }) => code)
        .filter(({ tier }) => optimisingTiers.includes(tier))
        .map(({ tier, isLoop }) => [isLoop ? `${tier} OSR` : tier, 1]),
    ),
    deoptimised: counted(
      own.flatMap(({ deoptimisations }) => deoptimisations).map(({ reason, count }) => [reason, count]),
    ),
  }))
  return counts
    .filter(({ optimised, deoptimised }) => Object.keys({ ...optimised, ...deoptimised }).length > 0)
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en'))
}

function counted(pairs: readonly (readonly [string, number])[]): Record<string, number> {
  const sums: Record<string, number> = {}
  for (const [name, count] of pairs) sums[name] = (sums[name] ?? 0) + count
  return sums
}
