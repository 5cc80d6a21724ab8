import { availableParallelism } from 'node:os'
import {
  BinaryError,
  LaunchError,
  parseTarget,
  type ResolveEvents,
  resolveTarget,
  SILENT,
  type Target,
  type TargetSpec,
  targetId,
} from '@steelyard/launcher'
import { type ElfRecord, type TargetRecord, type TargetWarning, warningRecord } from '@steelyard/record'
import { PACKAGED, runners } from '@steelyard/runners'
import { nearest } from '../plan/near-names.ts'
import type { RunOptions } from '../plan/run-options.ts'
import { NotRunningError, UsageError } from '../plan/usage-error.ts'

/** The targets of a plain run: every runtime, as pinned. */
export const DEFAULT_TARGETS: readonly string[] = PACKAGED

/**
 * Returns every target with each of the flags, texts such as `--no-opt --max-lazy` or '' for none, target by target: as a
 * user writes it, and the row that it stands in: that of one target where it has several variants, else the only one.
 */
export function withFlags(texts: readonly string[], flags: readonly string[]) {
  if (flags.length === 0) return texts.map(text => ({ text, row: 0 }))
  return texts.flatMap((text, index) =>
    flags.map(more => ({ text: `${text} ${more}`.trim(), row: flags.length > 1 ? index : 0 })),
  )
}

/** Returns the targets that options ask for, variant by variant: those of a plain run where they name none. */
export function askedTargets({
  runtimes,
  flags = [],
}: Pick<RunOptions['selection'], 'runtimes' | 'flags'>): ReturnType<typeof withFlags> {
  return withFlags(runtimes.length > 0 ? runtimes : DEFAULT_TARGETS, flags)
}

/** @throws UsageError in one sentence, with the runtimes that are near where it names none */
export function readTarget(text: string): TargetSpec {
  try {
    return parseTarget(text)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    const [, name = ''] = /^\s*(?:[A-Z_][A-Z0-9_]*=\S*\s+)*([a-z][a-z\d]*)/.exec(text) ?? []
    const near = Object.hasOwn(runners, name) ? [] : nearest(name, Object.keys(runners))
    if (near.length === 0) throw new UsageError(error.message)
    throw new UsageError(
      `Cannot read the target '${text}': there is no runtime '${name}'. Did you mean ${near.join(' or ')}?`,
    )
  }
}

/** Whether a target is a runtime, perhaps with a version: neither a local build, flags nor variables. */
export function isRelease({ path, flags, environment }: TargetSpec): boolean {
  return path === null && flags.length === 0 && Object.keys(environment).length === 0
}

/** How a binary was made, from its own output and its bytes. */
export interface BuildRecord {
  readonly build: NonNullable<TargetRecord['build']>
  readonly elf: ElfRecord | null
}

/** A target with an id that no other target of the run has. */
export interface NamedTarget {
  readonly id: string
  readonly target: Target
}

/** Finds what the targets name, or fetches it: `events` hear of that, and may end it. UsageError in one sentence. */
export async function resolveTargets(
  texts: readonly string[],
  directory: string,
  events: ResolveEvents = SILENT,
): Promise<NamedTarget[]> {
  try {
    const targets: Target[] = []
    // Hashing is what takes the time: as many at once as there are cores.
    for (let from = 0; from < texts.length; from += availableParallelism()) {
      const some = texts.slice(from, from + availableParallelism())
      targets.push(
        ...(await Promise.all(some.map(text => resolveTarget(readTarget(text), directory, events)))),
      )
    }
    const ids = idsOf(targets.map(targetId))
    return targets.map((target, index) => ({ id: ids[index] ?? '', target }))
  } catch (error) {
    if (error instanceof BinaryError) throw new NotRunningError(error.message)
    if (error instanceof LaunchError || error instanceof SyntaxError) throw new UsageError(error.message)
    throw error
  }
}

/** Returns the date that every workerd among the targets supports: that of the oldest. Null without workerd. */
export function sharedCompatibilityDate(targets: readonly NamedTarget[]): string | null {
  return targets.flatMap(({ target }) => target.compatibilityDate ?? []).sort()[0] ?? null
}

/** What only a running build reports. */
export interface TargetFacts {
  readonly hardwareConcurrency: number | null
  readonly clockResolutionNs: number
  readonly warnings: readonly TargetWarning[]
}

/** Returns the record of a target; the channel costs are those its launches measured. */
export function targetRecord(
  { id, target }: NamedTarget,
  facts: TargetFacts,
  compatibilityDate: string | null,
  channel: { readonly channelCostNs: number; readonly channelCpuNs: number | null },
  made: BuildRecord | undefined,
): TargetRecord {
  return {
    id,
    runtime: target.runner.name,
    version: target.version,
    engine: { name: target.runner.engineName, version: target.engineVersion },
    flags: target.spec.flags,
    environment: target.spec.environment,
    binary: {
      source: target.source,
      sha256: target.sha256,
      elf: made?.elf ?? null,
    },
    build: made?.build ?? null,
    warnings: facts.warnings.map(warningRecord),
    compatibilityDate: target.compatibilityDate === null ? null : compatibilityDate,
    hardwareConcurrency: facts.hardwareConcurrency,
    clock: 'runtime',
    clockResolutionNs: facts.clockResolutionNs,
    ...channel,
  }
}

/** Returns unique names: the second use of a name gets `#2`. */
export function idsOf(names: readonly string[]): string[] {
  const seen = new Map<string, number>()
  return names.map(name => {
    const count = (seen.get(name) ?? 0) + 1
    seen.set(name, count)
    return count === 1 ? name : `${name}#${count}`
  })
}
