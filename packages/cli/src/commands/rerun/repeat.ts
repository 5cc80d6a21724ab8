import { resolve } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { fileSha256, parseTarget } from '@steelyard/launcher'
import { orNull } from '@steelyard/launcher/or-null'
import { askedTargets, type RunSelection, targetText, UsageError } from '@steelyard/measure'
import type { RunRecord, TargetRecord } from '@steelyard/record'
import { NAME } from '@steelyard/text'
import { optionsOfRecord, type RunCommandOptions } from '../../options/run-options.ts'

/** A command line that measures again what a record has, and what it asks for. */
export interface Repetition {
  readonly args: readonly string[]
  readonly options: RunCommandOptions
  /** What the record's command asks for, including what has no effect. */
  readonly asked: RunCommandOptions
}

/** Reads a command line; null for a command that measures nothing. */
export type ReadRun = (args: readonly string[]) => RunCommandOptions | null

/**
 * Returns what repeats a record: the same suites, cases, parameters and rules; builds of the registry by the version
 * that was measured, local ones where `places` has them, by the name of the build in its target's id (`node~1a2b3c4d`).
 * Nothing is started, and nothing of the record is read but its text: what it names is not yet trusted.
 *
 * @throws UsageError when the record is of another kind, its command and its targets do not agree to the letter, or a
 *   local build is missing or another one
 */
export async function planRepetition(
  record: RunRecord,
  places: ReadonlyMap<string, string>,
  read: ReadRun,
): Promise<Repetition> {
  const command = withoutSeed(record.command)
  const asked = read(command)
  const refused = (why: string) =>
    new UsageError(
      `Cannot repeat the record of '${NAME} ${record.command.join(' ')}': ${why}. Give that command again.`,
    )
  if (asked === null || asked.rules.timers.some(timer => timer !== 'steelyard'))
    throw refused("it is no run or comparison of Steelyard's own")
  const mismatch = refused(`its ${record.targets.length} targets are not those that the command names`)
  const { runtimes: named, flags } = asked.selection
  const firsts = record.targets.filter((_, index) => index % Math.max(1, flags.length) === 0)
  if (named.length > 0 && named.length !== firsts.length) throw mismatch
  const rows = readOr(mismatch, () =>
    firsts.map((target, index) => ({ target, spec: parseTarget(named[index] ?? target.runtime) })),
  )
  // A name is shown as an option to give: no shell may read more into it.
  const names = buildNames(record.targets)
  const isShowable = (name: string) => /^[a-z][a-z\d]*~[\w.-]+(?:#\d+)?$/.test(name)
  if (!Array.from(names.values()).every(isShowable)) throw mismatch
  await checkPlaces(names, places)
  const placed = new Map(Array.from(names, ([target, name]) => [target, places.get(name) ?? '']))
  const moved = new Map(
    rows.flatMap(({ spec, target }) => {
      const place = placed.get(target)
      return spec.path === null || place === undefined ? [] : [[spec.path, place] as const]
    }),
  )
  const args = command.map(argument => withNewPath(argument, moved))
  // Without its version an older pinned build would be taken for today's.
  const runtimes = rows.map(({ spec, target }) =>
    targetText({ ...spec, ...buildOf(target, placed), environment: target.environment }),
  )
  const options = optionsOfRecord(asked)
  const selection = { ...options.selection, runtimes, repeats: record }
  if (!readOr(mismatch, () => areTargets(selection, record.targets, placed))) throw mismatch
  return { args, options: { ...options, selection }, asked }
}

/** What cannot be read in a record is no target that its command names. */
function readOr<Result>(refusal: UsageError, work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    if (error instanceof SyntaxError) throw refusal
    throw error
  }
}

/**
 * Whether what would be started is, to the letter, what the record says was measured: quotes in a flag or a version can
 * make something else of a target when it is read again.
 */
function areTargets(
  selection: RunSelection,
  targets: readonly TargetRecord[],
  placed: ReadonlyMap<TargetRecord, string>,
): boolean {
  const specs = askedTargets(selection).map(({ text }) => parseTarget(text))
  return isDeepStrictEqual(
    specs.map(({ text, label, ...spec }) => spec),
    targets.map(target => ({
      runtime: target.runtime,
      ...buildOf(target, placed),
      flags: target.flags,
      environment: target.environment,
    })),
  )
}

/** A build of the registry has its version, a local one the place that the user gives. */
function buildOf(target: TargetRecord, placed: ReadonlyMap<TargetRecord, string>) {
  return target.binary.source === 'npm'
    ? { version: target.version, path: null }
    : { version: null, path: resolve(placed.get(target) ?? '') }
}

/** Returns what local builds are called in the ids of their targets; another build of the same label gets `#2`. */
function buildNames(targets: readonly TargetRecord[]): ReadonlyMap<TargetRecord, string> {
  const hashes = new Map<string, (string | null)[]>()
  const local = targets.filter(({ binary }) => binary.source !== 'npm')
  return new Map(
    local.map(target => {
      const { id, runtime, binary } = target
      const word = id.split(' ').find(part => part.startsWith(`${runtime}~`)) ?? id
      const label = word.replace(/#\d+$/, '')
      const known = hashes.get(label) ?? []
      const builds = known.includes(binary.sha256) ? known : [...known, binary.sha256]
      hashes.set(label, builds)
      const number = 1 + builds.indexOf(binary.sha256)
      return [target, number === 1 ? label : `${label}#${number}`]
    }),
  )
}

async function checkPlaces(
  builds: ReadonlyMap<TargetRecord, string>,
  places: ReadonlyMap<string, string>,
): Promise<void> {
  const names = Array.from(new Set(builds.values()))
  const missing = names.filter(name => !places.has(name))
  if (missing.length > 0) {
    const options = missing.map(name => `--path ${name}=<path>`).join(' ')
    throw new UsageError(
      `Cannot repeat this record: it does not say where ${missing.join(' and ')} ${missing.length === 1 ? 'lies' : 'lie'}. Give ${options}.`,
    )
  }
  const strange = Array.from(places.keys()).find(name => !names.includes(name))
  if (strange !== undefined) {
    const known = names.length === 0 ? 'It has no local build.' : `It has ${names.join(', ')}.`
    throw new UsageError(`Cannot place ${strange}: the record has no such build. ${known}`)
  }
  for (const [{ binary }, name] of builds) {
    const path = places.get(name) ?? ''
    const found = await fileSha256(path).catch((error: Error) => {
      throw new UsageError(`Cannot read ${path}: ${error.message}. Give the path of the build.`)
    })
    if (found !== binary.sha256) {
      throw new UsageError(
        `Cannot take ${path} for ${name}: its SHA-256 is ${found}, in the record it is ${binary.sha256}. Give the file that was measured, or compare the new one with '${NAME} compare'.`,
      )
    }
  }
}

function withNewPath(argument: string, moved: ReadonlyMap<string, string>): string {
  const [, option = '', text = ''] = /^(--(?:base|head|base-rebuilt|runtime)=)?(.*)$/s.exec(argument) ?? []
  // Null for what is no target.
  const spec = orNull(() => parseTarget(text))
  const path = moved.get(spec?.path ?? '')
  return spec === null || path === undefined ? argument : `${option}${targetText({ ...spec, path })}`
}

function withoutSeed(command: readonly string[]): string[] {
  return command.filter(
    (argument, index) =>
      argument !== '--seed' && !argument.startsWith('--seed=') && command[index - 1] !== '--seed',
  )
}
