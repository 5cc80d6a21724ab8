import type { RunRecord } from '@steelyard/record'

type Target = Pick<RunRecord['targets'][number], 'id' | 'runtime' | 'version'>

/**
 * Returns the shortest name of each target that tells it from the others of a record, by id: `node` where it is the only
 * one, `node@26.10.0` next to another version, `node --jitless` next to other flags.
 */
export function targetLabels(targets: readonly Target[]): ReadonlyMap<string, string> {
  const shortened = targets.map(target => {
    const versions = new Set(
      targets.filter(each => each.runtime === target.runtime).map(each => each.version),
    )
    return versions.size === 1
      ? target.id.replace(`${target.runtime}@${target.version}`, target.runtime)
      : target.id
  })
  return new Map(
    targets.map(({ id }, index) => {
      const short = shortened[index] ?? id
      return [id, shortened.filter(each => each === short).length === 1 ? short : id]
    }),
  )
}
