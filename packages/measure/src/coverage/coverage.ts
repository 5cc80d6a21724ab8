import { sum } from '@steelyard/stats'

/** Why a case does not run on a target, in kinds that are counted. */
export type CoverageFault =
  | 'does not load'
  | 'does not end'
  | 'exits'
  | 'is not registered'
  | 'unsupported'
  | 'throws'
  | 'crashes'
  | 'takes too much memory'
  | 'answers differently'
  | 'is not tried'

export interface CoverageReason {
  readonly fault: CoverageFault
  /** In words, without what differs from file to file. */
  readonly text: string
}

export interface CoveredCase {
  readonly id: string
  readonly title: string
  /** How many choices of its parameters its file has; the first is tried. */
  readonly configurations: number
  /** Why it does not run on each target; null where it does. */
  readonly reasons: readonly (CoverageReason | null)[]
  /** Whether the answers of the targets could not be compared. */
  readonly isUnverified: boolean
}

export interface CoveredFile {
  readonly file: string
  /** The dialect it is written in; null where unknown. */
  readonly dialect: string | null
  /** Why it has no case on any target; null where it has. */
  readonly problem: CoverageReason | null
  readonly cases: readonly CoveredCase[]
}

export interface Coverage {
  /** Ids of the targets. */
  readonly targets: readonly string[]
  readonly files: readonly CoveredFile[]
  /** Scripts that use no dialect that is known. */
  readonly others: readonly string[]
}

export interface CountedReason extends CoverageReason {
  readonly cases: number
  readonly files: readonly string[]
}

/** Returns how much runs on each target, and why the rest does not: the reason of most files first. */
export function byTarget({ targets, files }: Coverage) {
  return targets.map((target, index) => {
    const runs = files.map(({ cases }) => cases.filter(({ reasons }) => reasons[index] === null).length)
    const isWhole = (file: number) => runs[file] !== 0 && runs[file] === files[file]?.cases.length
    return {
      target,
      /** Files all of whose cases run. */
      wholeFiles: files.filter((_, file) => isWhole(file)).length,
      /** Files some of whose cases run, and some not. */
      partFiles: files.filter((_, file) => runs[file] !== 0 && !isWhole(file)).length,
      cases: sum(runs),
      reasons: countedReasons(files, index),
    }
  })
}

function countedReasons(files: readonly CoveredFile[], target: number): CountedReason[] {
  const found = files.flatMap(({ file, problem, cases }) => [
    ...(problem === null ? [] : [{ reason: problem, file, cases: 0 }]),
    ...cases.flatMap(({ reasons }) => {
      const reason = reasons[target]
      return reason ? [{ reason, file, cases: 1 }] : []
    }),
  ])
  const byReason = Map.groupBy(found, ({ reason }) => `${reason.fault}: ${reason.text}`)
  return Array.from(byReason.values(), alike => ({
    ...(alike[0] as (typeof found)[number]).reason,
    cases: sum(alike.map(({ cases }) => cases)),
    files: [...new Set(alike.map(({ file }) => file))],
  })).sort((left, right) => right.files.length - left.files.length || right.cases - left.cases)
}
