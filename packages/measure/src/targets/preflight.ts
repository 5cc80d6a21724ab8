import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { firstCharacters } from '@steelyard/harness/first-characters'
import {
  bundleFor,
  bundleSuite,
  isKnownFlag,
  knownFlags,
  LaunchError,
  type Target,
} from '@steelyard/launcher'
import type { TargetWarning } from '@steelyard/record'
import type { Workspace } from '../launch/workspace.ts'
import { nearest } from '../plan/near-names.ts'
import { NotRunningError, UsageError } from '../plan/usage-error.ts'
import { idleFlags } from './idle-flags.ts'
import { type NamedTarget, sharedCompatibilityDate, type TargetFacts } from './targets.ts'

const SUITE = fileURLToPath(new URL('preflight.bench.ts', import.meta.url))

/**
 * Starts every target once with its flags, before anything is timed, and asks it for its clock. UsageError with the
 * runtime's own message when it does not start, e.g. for an unknown flag.
 */
export async function preflight(
  named: readonly NamedTarget[],
  workspace: Workspace,
  core: number | null,
): Promise<TargetFacts[]> {
  const targets = named.map(({ target }) => target)
  const compatibilityDate = sharedCompatibilityDate(named)
  const bundle = await workspace.writeBundle(await bundleFor(await bundleSuite(SUITE), targets))
  // Where one does not start, the others are awaited: none may start later in a folder that is gone.
  const started = await Promise.allSettled(
    targets.map(async target => {
      const { flags } = target.spec
      // Otherwise it would be measured without them.
      const silent = flags.filter(flag => target.runner.flagList.ignoresUnknown?.(flag))
      const ignored = await unknownFlag(target, silent, workspace)
      if (ignored !== null) throw new UsageError(ignored)
      try {
        await using contender = await workspace.launch(target, bundle, { core, compatibilityDate })
        await contender.exchange({ type: 'load' })
        const { reply } = await contender.exchange({ type: 'clock' })
        return { hardwareConcurrency: contender.hardwareConcurrency, clockResolutionNs: reply.resolutionNs }
      } catch (error) {
        if (!(error instanceof LaunchError)) throw error
        const unknown = await unknownFlag(target, flags, workspace)
        if (unknown !== null) throw new UsageError(unknown)
        const said = error.output === '' ? '' : ` It said: ${firstLines(error.output)}.`
        throw new NotRunningError(
          `Cannot start ${target.spec.text}: it ${error.message.split(':')[0]}.${said} Check the flags and the binary.`,
        )
      }
    }),
  )
  const facts = started.map(one => {
    if (one.status === 'rejected') throw one.reason
    return one.value
  })
  const idle = await idleFlags(targets, workspace)
  return facts.map((each, index) => ({
    ...each,
    warnings: [...lowering(targets[index]), ...(idle[index] ?? [])],
  }))
}

function firstLines(output: string): string {
  const lines = output.split('\n').filter(line => line.trim() !== '')
  return firstCharacters(lines.slice(0, 3).join(' / '), 300)
}

/** A reader must know of every target's text what the oldest of them makes of it. */
function lowering(target: Target | undefined): readonly TargetWarning[] {
  return target?.runner.isOld?.(target.version) ? [{ code: 'lowers-suites' }] : []
}

/**
 * Returns a sentence about a flag that a target's binary does not know, with the near ones that it does; null when it
 * knows all, or does not report which it knows.
 */
async function unknownFlag(target: Target, flags: readonly string[], workspace: Workspace) {
  if (flags.length === 0) return null
  const known = await knownFlags(target, join(await workspace.newFolder(), 'flags'))
  const unknown = flags.find(flag => !isKnownFlag(flag, known))
  if (known.length === 0 || unknown === undefined) return null
  return `Cannot use the flag ${unknown} with ${target.runner.name} ${target.version}: it knows no such flag. ${advice(unknown, known)}`
}

/** A flag that turns another off is searched by the other's name. */
function advice(unknown: string, known: readonly string[]): string {
  const name = unknown.replace(/=.*$/s, '')
  const positive = name.replace(/^--no-/, '--')
  const names = known.map(flag => flag.replace(/=$/, ''))
  const near = nearest(positive, names).map(flag => (positive === name ? flag : flag.replace(/^--/, '--no-')))
  return near.length > 0
    ? `Did you mean ${near.join(' or ')}?`
    : 'No known flag is similar; check its documentation.'
}
