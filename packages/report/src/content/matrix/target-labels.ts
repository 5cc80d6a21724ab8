import type { RunRecord } from '@steelyard/record'

/** Returns the runtime of a target by its id, with or without its version: the first word that is no variable. */
export function runtimeOf(id: string): string {
  const word = id.split(' ').find(part => !part.includes('=')) ?? ''
  return word.split(/[@~]/)[0] ?? ''
}

type Target = Pick<RunRecord['targets'][number], 'id' | 'runtime' | 'version'>

/**
 * Returns the shortest name of each target that tells it from the others of a record, by id: `node` where it is the only
 * one, `node@26.10.0` next to another version, `node --jitless` next to other flags.
 */
export function targetLabels(targets: readonly Target[]): ReadonlyMap<string, string> {
  const names = targets.map(({ id, runtime, version }) => {
    const isOnly = targets.every(each => each.runtime !== runtime || each.version === version)
    return { id, short: isOnly ? id.replace(`${runtime}@${version}`, runtime) : id }
  })
  const isUnique = (name: string) => names.filter(({ short }) => short === name).length === 1
  return new Map(names.map(({ id, short }) => [id, isUnique(short) ? short : id]))
}
