import { join } from 'node:path'
import { isKnownFlag, knownFlags, type Target } from '@steelyard/launcher'
import type { Workspace } from '../launch/workspace.ts'
import { nearest } from '../plan/near-names.ts'

/**
 * Returns a sentence about a flag that a target's binary does not know, with the near ones that it does; null when it
 * knows all, or does not report which it knows.
 */
export function unknownFlag(target: Target, workspace: Workspace): Promise<string | null> {
  return sentenceAbout(target, target.spec.flags, workspace)
}

/** Returns the flags that the runtime ignores without a message: it would be measured without them. */
export function ignoredFlag(target: Target, workspace: Workspace): Promise<string | null> {
  return sentenceAbout(target, target.spec.flags.filter(target.runner.flagList.ignoresUnknown), workspace)
}

async function sentenceAbout(
  target: Target,
  flags: readonly string[],
  workspace: Workspace,
): Promise<string | null> {
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
  const near = nearest(
    positive,
    known.map(flag => flag.replace(/=$/, '')),
  ).map(flag => (positive === name ? flag : flag.replace(/^--/, '--no-')))
  return near.length > 0
    ? `Did you mean ${near.join(' or ')}?`
    : 'No known flag is similar; check its documentation.'
}
