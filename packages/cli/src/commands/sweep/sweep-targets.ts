import type { PublishedVersion } from '@steelyard/launcher'
import { isInRange, type OneCaseChoice, readTarget, UsageError } from '@steelyard/measure'
import { runners } from '@steelyard/runners'
import { type EndsChoice, findTask, publishedOf } from '../bisect/bisect-task.ts'
import { evenlySpread, releaseOf } from '../bisect/releases.ts'

export interface SweepChoice {
  /** Targets, ranges such as `node@20..26`, lists such as `node@20,22,24`. */
  readonly ranges: readonly string[]
  /** The two ends of a sweep over every release between them, instead of ranges. */
  readonly ends: Pick<EndsChoice, 'good' | 'bad'> | null
  /** The most releases of one range. */
  readonly most: number
}

/** Returns the targets of a sweep, the base first; null when the signal came. UsageError when there are fewer than two. */
export async function sweepTargets(
  choice: OneCaseChoice,
  { ranges, ends, most }: SweepChoice,
  signal: AbortSignal,
): Promise<string[] | null> {
  if (ends !== null) {
    const task = await findTask({ ...choice, ...ends }, signal)
    return task && atLeastTwo(evenlySpread(task.releases, most).map(({ target }) => target))
  }
  const targets: string[] = []
  for (const range of ranges) targets.push(...(await targetsOf(range, most)))
  return atLeastTwo(targets)
}

function atLeastTwo(targets: string[]): string[] {
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
  const versions = await publishedIn(range)
  return evenlySpread(versions, most).map(one => releaseOf(spec, one.version).target)
}

/** Returns the releases in a range, such as node@20..26, or bun@1.0.. up to the newest. UsageError where there are none. */
export async function publishedIn(range: string): Promise<PublishedVersion[]> {
  const { runtime, version } = readTarget(range)
  const [from = '', to = '', ...more] = (version ?? '').split('..')
  if (more.length > 0) throw unreadable(version ?? '')
  const published = await publishedOf(runners[runtime])
  const names = published.map(one => one.version)
  const within = new Set(versionsIn(names, from, to))
  if (within.size === 0) {
    throw new UsageError(
      `Cannot take ${range}: the registry has no release in that range; its last one is ${names.at(-1)}. Write for example ${runtime}@${names[0]}..${names.at(-1)}.`,
    )
  }
  return published.filter(one => within.has(one.version))
}

/** The beginning of a release of workerd, which is a day: 2025, 2025-06 or 1.202506. */
const DAYS = /^(?:1\.)?(\d{4})-?(\d{2})?-?(\d{2})?$/

/**
 * Returns the versions from the first one that begins as `from` does to the last one that begins as `to` does: from 20.0.0
 * to the last 26 for 20 and 26; to the newest where `to` is empty.
 */
export function versionsIn(published: readonly string[], from: string, to: string): string[] {
  const isDated = published.every(version => /^1\.\d{8}\./.test(version))
  const numbersOf = (text: string, fill: string) => {
    const day = isDated ? DAYS.exec(text)?.slice(1).join('') : undefined
    return day === undefined ? text : `1.${day.padEnd(8, fill)}`
  }
  const [first, last] = [numbersOf(from, '0'), numbersOf(to, '9')]
  const isNumbers = (text: string) => /^\d+(\.\d+){0,2}$/.test(text)
  if (!isNumbers(first) || !(last === '' || isNumbers(last))) throw unreadable(`${from}..${to}`)
  return published.filter(version => isInRange(version, last === '' ? `>=${first}` : `${first} - ${last}`))
}

function unreadable(range: string): UsageError {
  return new UsageError(
    `Cannot read the range ${range}: write versions or beginnings of versions, such as 20..26, 22.1.0..22.9 or 24...`,
  )
}
