import {
  type ComparedRecord,
  type ComparisonRecord,
  type ComparisonWarning,
  programSha256,
  type TargetRecord,
} from '@steelyard/record'

/**
 * What building alone can do to a time, as a fraction: turning on link-time optimisation, and nothing else, made rows of
 * Node's own tls/throughput benchmark up to 10.5 % faster (https://github.com/nodejs/node/pull/7408).
 */
const BUILD_EFFECT = 0.1

/**
 * Returns a warning where one side is a local build, the other the registry's, of the same runtime, and no second build of
 * the base shows what building alone does.
 */
export function builderWarnings(
  { base: baseId, head: headId, ratio }: ComparisonRecord,
  compared: ComparedRecord,
  targets: readonly TargetRecord[],
): ComparisonWarning[] {
  const find = (id: string | null) => targets.find(target => target.id === id)
  const [base, head, rebuilt] = [find(baseId), find(headId), find(compared.rebuilt)]
  if (base === undefined || head === undefined || base.runtime !== head.runtime) return []
  const isMixed = base.binary.source !== head.binary.source
  if (!isMixed || isSameProgram(base, head)) return []
  if (rebuilt !== undefined && !isSameProgram(base, rebuilt)) return []
  return [
    reachOf(ratio) < Math.log1p(BUILD_EFFECT)
      ? { code: 'other-builder-small', withinShare: BUILD_EFFECT }
      : { code: 'other-builder' },
  ]
}

function isSameProgram(one: TargetRecord, other: TargetRecord): boolean {
  return programSha256(one) === programSha256(other)
}

/** How near to 1 an interval comes, in log; 0 where it holds 1. */
function reachOf({ lower, upper }: ComparisonRecord['ratio']): number {
  return Math.max(0, Math.log(lower), -Math.log(upper))
}
