import { join } from 'node:path'
import { type FlagValues, flagValuesOf, isKnownFlag, type Target } from '@steelyard/launcher'
import type { TargetWarning } from '@steelyard/record'
import type { Workspace } from '../launch/workspace.ts'

/** More take one start of the runtime each. */
const MOST_FLAGS = 8

/** Returns the values of an engine's flags with these flags given; null where it does not report them. */
type Ask = (flags: readonly string[]) => Promise<FlagValues | null>

/**
 * Returns for each target which of its flags change nothing in its build, and which do the same as those of an earlier
 * target, by the engine's own list of flag values. Runtime flags are not checked, nor those of an engine without such a
 * list.
 */
export async function idleFlags(
  targets: readonly Target[],
  workspace: Workspace,
): Promise<readonly (readonly TargetWarning[])[]> {
  const asked = new Map<string, Promise<FlagValues | null>>()
  const askOf = (target: Target): Ask => {
    const build = [target.binary, target.spec.environment]
    return flags => {
      const key = JSON.stringify([build, flags])
      const known = asked.get(key) ?? ask(target, flags, workspace)
      asked.set(key, known)
      return known
    }
  }
  return Promise.all(
    targets.map(async (target, index) => {
      const { flags } = target.spec
      const earlier = targets.slice(0, index).filter(other => isSameBuild(other, target))
      const idle = await idleAmong(flags, askOf(target))
      const isIdle = idle.some(warning => warning.code === 'idle-flags' && warning.beside === '')
      const others = earlier.map(({ spec }) => spec.flags)
      return isIdle ? idle : [...idle, ...(await sameAs(flags, others, askOf(target)))]
    }),
  )
}

function isSameBuild(one: Target, other: Target): boolean {
  const of = ({ sha256, spec }: Target) => JSON.stringify([sha256, Object.entries(spec.environment).sort()])
  return of(one) === of(other)
}

async function ask(target: Target, flags: readonly string[], workspace: Workspace) {
  return flagValuesOf(target, flags, join(await workspace.newFolder(), 'values'))
}

/** Returns which flags have no effect when given together. Where none has one, they are named together. */
export async function idleAmong(flags: readonly string[], ask: Ask): Promise<TargetWarning[]> {
  if (flags.length === 0) return []
  const all = await ask(flags)
  if (all === null) return []
  const isEngines = (flag: string) => isKnownFlag(flag, [...all.keys()])
  const engines = flags.filter(isEngines).slice(0, MOST_FLAGS)
  if (engines.length === 0) return []
  if (isSame(all, await ask(flags.filter(flag => !isEngines(flag))))) {
    return [{ code: 'idle-flags', flags: engines.join(' '), beside: '' }]
  }
  const idle: TargetWarning[] = []
  for (const flag of engines.length > 1 ? engines : []) {
    const index = flags.indexOf(flag)
    const others = flags.filter((_, at) => at !== index)
    if (!isSame(all, await ask(others))) continue
    idle.push({ code: 'idle-flags', flags: flag, beside: others.filter(isEngines).join(' ') })
  }
  return idle
}

/**
 * Returns a warning that names the first others that set the engine's flags in the same way, and the runtime's own flags too;
 * none for flags that are the same, or without any.
 */
export async function sameAs(
  flags: readonly string[],
  others: readonly (readonly string[])[],
  ask: Ask,
): Promise<TargetWarning[]> {
  const all = flags.length === 0 ? null : await ask(flags)
  if (all === null) return []
  const isEngines = (flag: string) => isKnownFlag(flag, [...all.keys()])
  const rest = (some: readonly string[]) => JSON.stringify(some.filter(flag => !isEngines(flag)))
  for (const other of others) {
    const isAnother = other.some(isEngines) && other.toSorted().join() !== flags.toSorted().join()
    if (!isAnother || rest(other) !== rest(flags) || !isSame(all, await ask(other))) continue
    return [{ code: 'same-flags', flags: flags.join(' '), others: other.join(' ') }]
  }
  return []
}

function isSame(values: FlagValues, others: FlagValues | null): boolean {
  return (
    others !== null &&
    values.size === others.size &&
    Array.from(values).every(([name, value]) => others.get(name) === value)
  )
}
