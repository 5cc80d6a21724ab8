import { LaunchError, type PublishedVersion, publishedVersions, type TargetSpec } from '@steelyard/launcher'
import {
  haveSameSettings,
  inWorkspace,
  loadOneCase,
  type OneCaseChoice,
  readTarget,
  resolveTargets,
  UsageError,
  unsupportedFor,
} from '@steelyard/measure'
import { fetchEvents } from '../../output/fetch-events.ts'
import { asUsage } from '../../process/as-usage.ts'
import type { JournalHead } from './bisect-journal.ts'
import { areOvertaken, releaseDay, releaseOf } from './releases.ts'

export interface EndsChoice extends OneCaseChoice {
  readonly good: string
  readonly bad: string
}

export type BisectTask = Pick<JournalHead, 'suite' | 'case' | 'params' | 'runtime' | 'releases'>

/**
 * Finds every release between good and bad on which the case can run, but for backports of Node.
 *
 * @returns null when the signal came
 * @throws UsageError when there is nothing to search
 */
export async function findTask(choice: EndsChoice, signal: AbortSignal): Promise<BisectTask | null> {
  const { good, bad } = choice
  const refused = (why: string) => new UsageError(`Cannot search from ${good} to ${bad}: ${why}`)
  const spec = commonSpec(readTarget(good), readTarget(bad), refused)
  return inWorkspace(signal, async workspace => {
    const ends = await resolveTargets([good, bad], workspace.directory, fetchEvents(signal))
    const [{ target: from } = missing(), { target: to } = missing()] = ends
    const { caseId, params, loaded, plan } = await loadOneCase(choice, ends, workspace)
    const { name, unsupported } = loaded.description
    const [skipped] = plan.unsupported
    if (skipped) throw refused(`${name}/${caseId} cannot run on one of them: ${skipped.reason}.`)
    const published = await publishedOf(from.runner)
    const names = published.map(({ version }) => version)
    const between = versionsBetween(names, from.version, to.version)
    if (typeof between === 'string') throw refused(between)
    const declared = unsupported[caseId] ?? {}
    const days = new Map(published.map(one => [one.version, releaseDay(spec.runtime, one)]))
    const searched =
      spec.runtime === 'node' ? withoutBackports(between, version => days.get(version) ?? null) : between
    const versions = searched.filter(version => unsupportedFor(declared, spec.runtime, version) === null)
    const releases = versions.map(version => releaseOf(spec, version))
    return { suite: name, case: caseId, params, runtime: spec.runtime, releases }
  })
}

/**
 * Returns the versions from one to another, both included, or why there are none. `published` is in the order of the
 * numbers, for workerd that of the dates.
 */
export function versionsBetween(published: readonly string[], from: string, to: string): string[] | string {
  const [first, last] = [published.indexOf(from), published.indexOf(to)]
  const unknown = first < 0 ? from : last < 0 ? to : null
  if (unknown?.includes('-')) return `${unknown} is a prerelease. Name releases.`
  if (unknown !== null) return `the registry has no release ${unknown}. Name one that it has.`
  if (first > last) return 'good is the newer one. Swap the two; good may be the slower one.'
  return published.slice(first, last + 1)
}

/**
 * Returns the versions without those that came after a later one. Lines of Node overlap: 24.21 is a year younger than
 * 25.0, which has nothing of it. The ends stay.
 *
 * @param dateOf day of a release; null where it is not known
 */
export function withoutBackports(
  versions: readonly string[],
  dateOf: (version: string) => string | null,
): string[] {
  const overtaken = areOvertaken(versions.map(dateOf))
  return versions.filter((_, index) => index === 0 || !overtaken[index])
}

/** Returns what both ends have in common: everything but the version. */
function commonSpec(good: TargetSpec, bad: TargetSpec, refused: (why: string) => UsageError): TargetSpec {
  if (good.runtime !== bad.runtime)
    throw refused('they are different runtimes. Name two versions of one runtime, or use compare.')
  if (good.path !== null || bad.path !== null)
    throw refused('a local build is not a release. Name versions, or use compare.')
  if (!haveSameSettings(good, bad))
    throw refused(
      'their flags or variables differ. Give both the same: every release between them gets them too.',
    )
  return good
}

/** Returns what is published of a runtime, the oldest first. UsageError when the registry cannot be asked. */
export async function publishedOf(
  runner: Parameters<typeof publishedVersions>[0],
): Promise<readonly PublishedVersion[]> {
  return (await asUsage([LaunchError], () => publishedVersions(runner, false))).versions
}

function missing(): never {
  throw new Error('every text gives a target')
}
