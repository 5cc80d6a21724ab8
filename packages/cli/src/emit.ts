import { mkdir, writeFile } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import { bundleStandalone } from '@steelyard/launcher'
import { shellQuoted } from '@steelyard/report'
import { createRandom } from '@steelyard/stats'
import { Answers } from './answers.ts'
import { select } from './catalog.ts'
import { prepare } from './launch-group.ts'
import { loadSuite } from './load-suite.ts'
import { type ContenderPlan, planSuite } from './plan.ts'
import { resolveTargets } from './targets.ts'
import { UsageError } from './usage-error.ts'
import { steelyardVersion } from './version.ts'
import type { Workshop } from './workshop.ts'

export interface EmitOptions {
  /** `suite/case`, or a suite file. */
  readonly suite: string
  readonly runtime: string
  /** Globs over case ids; empty for all. */
  readonly cases: readonly string[]
  readonly params: readonly string[]
  /** The loop of the file runs at least this long. */
  readonly timeSeconds: number
  readonly out: string
}

/** A case in a file of its own. */
export interface Emitted {
  /** The file, then what its runtime needs beside it. */
  readonly files: readonly string[]
  readonly target: string
  readonly engine: string
  /** Ready for a shell. */
  readonly command: string
  /** What the verification of the suite says of the case's answer on this target. */
  readonly digest: string
}

/**
 * Writes a case, its data and a plain loop into one file, once the case has given the right answer on the target.
 *
 * @throws UsageError for anything but one case on one target, or a target on which it cannot run
 * @throws LaunchError when the case fails there
 */
export async function emit(options: EmitOptions, workshop: Workshop): Promise<Emitted> {
  const { suite, runtime, timeSeconds, out } = options
  const [named, loader] = await resolveTargets([runtime, 'node'], workshop.directory)
  const [selection, another] = select(suite)
  if (!named || !loader || !selection) throw new Error('a word names at least one suite, and a target is one')
  if (another) throw new UsageError(`Cannot emit ${suite}: a file holds one case. Name one, as suite/case.`)
  const loaded = await loadSuite(selection.file, selection.label, workshop, loader.target)
  const { id, target } = named
  const planned = { id, runtime: target.runner.name, version: target.version }
  const cases = selection.caseId === null ? options.cases : [selection.caseId]
  const plan = planSuite(
    loaded.description,
    { cases, params: options.params, by: 'targets', control: false },
    [planned],
  )
  const [contender, second] = plan.contenders
  if (!contender) throw new Error('a plan has a contender')
  if (second) throw new UsageError(tooMany(loaded.description.name, contender, second))
  const gap = plan.unsupported[0]
  if (gap) throw new UsageError(`Cannot emit ${suite} for ${id}: ${gap.reason}.`)

  const { process, digest } = await prepare(contender, null, {
    suite: loaded,
    targets: [target],
    targetIds: [id],
    workshop,
    cores: [],
    compatibilityDate: target.compatibilityDate,
    answers: new Answers(),
    random: createRandom(0),
  })
  await process.kill()

  const { caseId, params } = contender
  const name = [loaded.description.name, caseId, ...Object.values(params), target.runner.name].join('-')
  const file = resolve(out, `${name.replaceAll(/[^\w.-]+/g, '_')}.mjs`)
  const { standalone, engineName } = target.runner
  const engine = `${engineName} ${target.engineVersion}`
  const command = standalone.command({
    file,
    flags: target.spec.flags,
    environment: target.spec.environment,
    compatibilityDate: target.compatibilityDate,
  })
  const { version, commit } = steelyardVersion()
  const text = await bundleStandalone(selection.file, {
    caseId,
    params,
    milliseconds: timeSeconds * 1000,
    title: `${loaded.description.name}/${caseId} ${JSON.stringify(params)} for ${id} (${engine}), by Steelyard ${version} ${commit ?? ''}`,
    ending: standalone.ending,
  })
  const files = { [file]: text, ...command.files }
  await mkdir(resolve(out), { recursive: true })
  for (const [path, content] of Object.entries(files)) await writeFile(path, content)
  return {
    files: Object.keys(files),
    target: id,
    engine,
    command: commandText(target.binary, command, file),
    digest,
  }
}

function tooMany(suite: string, { caseId, params }: ContenderPlan, second: ContenderPlan): string {
  return caseId === second.caseId
    ? `Cannot emit ${suite}/${caseId}: a file holds one value of each parameter, and there are ${JSON.stringify(params)} and ${JSON.stringify(second.params)}. Choose one with --param.`
    : `Cannot emit ${suite}: a file holds one case, and there are ${caseId} and ${second.caseId}. Name one, as suite/case or with --case.`
}

/** Paths below the working directory are shown from there. */
function commandText(
  binary: string,
  {
    args,
    environment,
  }: { readonly args: readonly string[]; readonly environment: Readonly<Record<string, string>> },
  file: string,
): string {
  const variables = Object.entries(environment).map(([name, value]) => `${name}=${shellQuoted(value)}`)
  const near = args.map(argument => (argument.startsWith(file) ? shown(argument) : argument))
  return [...variables, ...[binary, ...near].map(shellQuoted)].join(' ')
}

/** Returns a path as it is shortest: from the working directory when it lies below. */
export function shown(path: string): string {
  const near = relative(process.cwd(), path)
  return near.startsWith('..') ? path : join('.', near)
}
