import { resolve } from 'node:path'
import { bundleStandalone } from '@steelyard/launcher'
import type { NamedTarget, Workspace } from '@steelyard/measure'
import {
  loadOneCase,
  type OneCaseChoice,
  prepare,
  ReferenceOutputs,
  resolveTargets,
  suiteLabel,
  UsageError,
} from '@steelyard/measure'
import { shellQuoted } from '@steelyard/report'
import { createRandom } from '@steelyard/stats'
import { fetchEvents } from '../../output/fetch-events.ts'
import { shown } from '../../output/shown-path.ts'
import { writeFor } from '../../output/write-for.ts'
import { steelyardVersion } from '../../version.ts'

export interface EmitOptions extends OneCaseChoice {
  readonly runtime: string
  /** The loop of the file runs at least this long. */
  readonly timeSeconds: number
  readonly out: string
}

/** A case in a standalone file. */
export interface Emitted {
  /** The file, then further files that its runtime needs. */
  readonly files: readonly string[]
  readonly target: string
  readonly engine: string
  /** Ready for a shell. */
  readonly command: string
  /** Of the case's expected output on this target. */
  readonly digest: string
}

/**
 * Writes a case, its data and a plain loop into one file, once its output on the target was verified.
 *
 * @throws UsageError for anything but one case on one target, or a target on which it cannot run
 * @throws LaunchError when the case fails there
 */
export async function emit(
  options: EmitOptions,
  workspace: Workspace,
  signal: AbortSignal,
): Promise<Emitted> {
  const { runtime, out } = options
  const [named] = await resolveTargets([runtime], workspace.directory, fetchEvents(signal))
  if (!named) throw new Error('a target is one')
  const { id, target } = named
  const one = await loadOneCase(options, [named], workspace)
  const digest = await verifiedDigest(suiteLabel(options.suite), one, named, workspace)
  const file = resolve(out, fileName(one, target.runner.name))
  const command = target.runner.standalone.command({
    file,
    flags: target.spec.flags,
    environment: target.spec.environment,
    compatibilityDate: target.compatibilityDate,
  })
  const files = { [file]: await standaloneText(options, one, named), ...command.files }
  for (const [path, content] of Object.entries(files)) await writeFor('--out', path, () => [content])
  return {
    files: Object.keys(files),
    target: id,
    engine: engineOf(target),
    command: commandText(target.binary, command, file),
    digest,
  }
}

type OneCase = Awaited<ReturnType<typeof loadOneCase>>

/** Runs the case once on the target, and returns the digest of its verified output. */
async function verifiedDigest(
  suite: string,
  { loaded, plan }: OneCase,
  { id, target }: NamedTarget,
  workspace: Workspace,
): Promise<string> {
  if (loaded.description.server !== null) {
    throw new UsageError(`Cannot emit ${suite}: it is a server, and only functions run without a host.`)
  }
  const { adopted } = loaded.description
  if (adopted) {
    throw new UsageError(
      `Cannot emit ${suite}: it is a file for ${adopted.dialect}, which runs by itself. Only suites are emitted.`,
    )
  }
  const [contender] = plan.contenders
  if (!contender) throw new Error('a plan has a contender')
  const [unsupported] = plan.unsupported
  if (unsupported) throw new UsageError(`Cannot emit ${suite} for ${id}: ${unsupported.reason}.`)
  const context = {
    suite: loaded,
    targets: [target],
    targetIds: [id],
    workspace,
    cores: [],
    compatibilityDate: target.compatibilityDate,
    referenceOutputs: new ReferenceOutputs(),
    random: createRandom(0),
  }
  const { process, digest } = await prepare(contender, context, { core: null })
  await process.kill()
  return digest
}

function fileName({ loaded, caseId, params }: OneCase, runtime: string): string {
  const name = [loaded.description.name, caseId, ...Object.values(params), runtime].join('-')
  return `${name.replaceAll(/[^\w.-]+/g, '_')}.mjs`
}

function standaloneText(
  { timeSeconds }: EmitOptions,
  { file, loaded, caseId, params }: OneCase,
  { id, target }: NamedTarget,
): Promise<string> {
  const { version, commit } = steelyardVersion()
  return bundleStandalone(file, {
    caseId,
    params,
    milliseconds: timeSeconds * 1000,
    title: `${loaded.description.name}/${caseId} ${JSON.stringify(params)} for ${id} (${engineOf(target)}), by Steelyard ${version} ${commit ?? ''}`,
    ending: target.runner.standalone.ending,
  })
}

function engineOf({ runner, engineVersion }: NamedTarget['target']): string {
  return `${runner.engineName} ${engineVersion}`
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
