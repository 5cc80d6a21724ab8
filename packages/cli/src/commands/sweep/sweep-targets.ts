import type { OneCaseChoice } from '@steelyard/measure'
import { isInRange, readTarget, UsageError } from '@steelyard/measure'
import { runners } from '@steelyard/runners'
import { type EndsChoice, findTask, versionsOf } from '../bisect/bisect-task.ts'
import { evenlySpread, releaseOf } from '../bisect/releases.ts'

/** What a sweep goes over. */
export interface SweepChoice {
  /** Targets, ranges such as `node@20..26`, lists such as `node@20,22,24`. */
  readonly ranges: readonly string[]
  /** Instead of ranges: every release between the two. */
  readonly ends: Pick<EndsChoice, 'good' | 'bad' | 'prereleases'> | null
  /** The most releases of one range. */
  readonly most: number
}

/**
 * Returns the targets of a sweep, the first of which is the base.
 *
 * @returns null when the signal came
 * @throws UsageError when there are fewer than two
 */
export async function sweepTargets(
  choice: OneCaseChoice,
  { ranges, ends, most }: SweepChoice,
  signal: AbortSignal,
): Promise<string[] | null> {
  if (ends !== null) {
    const task = await findTask({ ...choice, ...ends }, signal)
    return task && evenlySpread(task.releases, most).map(({ target }) => target)
  }
  const targets: string[] = []
  for (const range of ranges) targets.push(...(await targetsOf(range, most)))
  if (targets.length < 2) {
    throw new UsageError(
      `Cannot sweep over ${targets[0] ?? 'nothing'}: a sweep needs two targets or more. Write a range such as node@20..26, a list such as node@20,22,24, or --runtime more than once.`,
    )
  }
  return targets
}

async function targetsOf(range: string, most: number): Promise<string[]> {
  const spec = readTarget(range)
  const version = spec.version ?? ''
  if (version.includes(',')) {
    const versions = version.split(',').filter(part => part !== '')
    return versions.map(one => releaseOf(spec, one).target)
  }
  if (!version.includes('..')) return [range]
  const [from = '', to = ''] = version.split('..', 2)
  const published = await versionsOf(runners[spec.runtime])
  const versions = versionsIn(published, from, to)
  if (versions.length === 0) {
    throw new UsageError(
      `Cannot sweep over ${range}: the registry has no release in that range; its last one is ${published.at(-1)}. Write for example ${spec.runtime}@${published[0]}..${published.at(-1)}.`,
    )
  }
  return evenlySpread(versions, most).map(one => releaseOf(spec, one).target)
}

/**
 * Returns the versions from the first one that begins as `from` does to the last one that begins as `to` does: from 20.0.0
 * to the last 26 for 20 and 26.
 */
export function versionsIn(published: readonly string[], from: string, to: string): string[] {
  const isNumbers = (text: string) => /^\d+(\.\d+){0,2}$/.test(text)
  if (!isNumbers(from) || !isNumbers(to)) {
    throw new UsageError(
      `Cannot read the range ${from}..${to}: write two versions or beginnings of versions, such as 20..26 or 22.1.0..22.9.`,
    )
  }
  return published.filter(version => isInRange(version, `${from} - ${to}`))
}
