import { join } from 'node:path'
import { type FlagValues, flagValuesOf, isKnownFlag, type Target } from '@steelyard/launcher'
import type { TargetWarning } from '@steelyard/record'
import type { Workspace } from '../launch/workspace.ts'

/** More take one start of the runtime each. */
const MOST_FLAGS = 8

/** Returns the values of an engine's flags with these flags given; null where it does not report them. */
type Ask = (flags: readonly string[]) => Promise<FlagValues | null>

/**
 * Returns for each target which of its flags change nothing in its build, by the engine's own list of flag values. Runtime
 * flags are not checked, nor those of an engine without such a list.
 */
export async function idleFlags(
  targets: readonly Target[],
  workspace: Workspace,
): Promise<readonly (readonly TargetWarning[])[]> {
  const asked = new Map<string, Promise<FlagValues | null>>()
  return Promise.all(
    targets.map(target =>
      idleAmong(target.spec.flags, flags => {
        const key = JSON.stringify([target.binary, target.spec.environment, flags])
        const ask = async () => flagValuesOf(target, flags, join(await workspace.newFolder(), 'values'))
        const known = asked.get(key) ?? ask()
        asked.set(key, known)
        return known
      }),
    ),
  )
}

/** Returns which flags have no effect when given together. Where none has one, they are named together. */
export async function idleAmong(flags: readonly string[], ask: Ask): Promise<TargetWarning[]> {
  if (flags.length === 0) return []
  const all = await ask(flags)
  if (all === null) return []
  const isEngines = (flag: string) => isKnownFlag(flag, [...all.keys()])
  const engines = flags.filter(isEngines)
  if (engines.length === 0) return []
  if (isSame(all, await ask(flags.filter(flag => !isEngines(flag))))) {
    return [{ code: 'idle-flags', flags: engines.join(' '), beside: '' }]
  }
  const idle: TargetWarning[] = []
  for (const flag of engines.length > 1 ? engines.slice(0, MOST_FLAGS) : []) {
    const index = flags.indexOf(flag)
    const others = flags.filter((_, at) => at !== index)
    if (!isSame(all, await ask(others))) continue
    idle.push({ code: 'idle-flags', flags: flag, beside: others.filter(isEngines).join(' ') })
  }
  return idle
}

function isSame(values: FlagValues, others: FlagValues | null): boolean {
  return (
    others !== null &&
    values.size === others.size &&
    Array.from(values).every(([name, value]) => others.get(name) === value)
  )
}
