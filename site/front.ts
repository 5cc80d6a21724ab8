import type { KeptRecord } from '@steelyard/report/board'
import { renderMatrices } from '@steelyard/report/pictures'

/** A matrix on the first page, made from a kept record; its `file` is a path from the top of the site. */
export type FrontPicture = ReturnType<typeof frontPictures>[number]

/** Forms within runtimes, sines on each runtime, two releases of one: what the command is for. */
const KINDS: readonly ((kept: KeptRecord) => boolean)[] = [
  ({ record }) => hasOne(record, 'json-reviver') && runtimesOf(record) > 2,
  ({ record }) => hasOne(record, 'trig') && runtimesOf(record) > 2,
  ({ record }) => runtimesOf(record) === 1 && record.targets.length === 2 && record.results.length > 4,
]

/** Returns a picture for each kind of question, from the newest record of it. */
export function frontPictures(records: readonly KeptRecord[]) {
  const kept = records
    .filter(({ record }) => record.status === 'complete' && record.comparisons.some(({ verdict }) => verdict))
    .toSorted((a, b) => b.record.startedAt.localeCompare(a.record.startedAt))
  return KINDS.flatMap((isOfKind, index) => {
    const found = kept.find(isOfKind)
    const matrix = found && renderMatrices(found.record)[0]
    return found && matrix ? { kept: found, matrix, file: `pictures/${index + 1}.svg` } : []
  })
}

function hasOne({ suites }: KeptRecord['record'], name: string): boolean {
  return suites.length === 1 && suites[0]?.name === name
}

function runtimesOf({ targets }: KeptRecord['record']): number {
  return new Set(targets.map(({ runtime }) => runtime)).size
}
