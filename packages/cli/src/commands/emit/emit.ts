import { dirname, join, resolve } from 'node:path'
import { digest as digestOf } from '@steelyard/harness/canonical'
import { bundleAdoptedStandalone, bundleFor, bundleStandalone, type SuiteBundle } from '@steelyard/launcher'
import {
  contextOf,
  loadOneCase,
  type NamedTarget,
  type OneCaseChoice,
  prepare,
  resolveTargets,
  suiteLabel,
  UsageError,
  type Workspace,
} from '@steelyard/measure'
import { shellQuoted } from '@steelyard/report'
import type { Runner } from '@steelyard/runners'
import { createRandom } from '@steelyard/stats'
import { fetchEvents } from '../../output/fetch-events.ts'
import { fileWord } from '../../output/file-word.ts'
import { shown } from '../../output/shown-path.ts'
import { writeFor } from '../../output/write-for.ts'
import { steelyardVersion } from '../../version.ts'

export interface EmitOptions extends OneCaseChoice {
  readonly runtime: string
  /** The loop of the file runs at least this long. */
  readonly timeSeconds: number
  readonly out: string
}

/**
 * Writes a case, its data and a plain loop into one file, once its output on the target was verified, and further files
 * that its runtime needs. Returns for people how to run it, and its expected digest.
 *
 * @throws UsageError for anything but one case on one target, or a target on which it cannot run
 * @throws LaunchError when the case fails there
 */
export async function emit(options: EmitOptions, workspace: Workspace, signal: AbortSignal): Promise<string> {
  const { runtime, out } = options
  const [named] = await resolveTargets([runtime], workspace.directory, fetchEvents(signal))
  if (!named) throw new Error('a target is one')
  const { id, target } = named
  const one = await loadOneCase(options, [named], workspace)
  const digest = await verifiedDigest(suiteLabel(options.suite), one, named, workspace)
  const file = resolve(out, fileName(one, target.runner))
  const { text, script } = await standaloneOf(options, one, named)
  const scriptFile = script && join(dirname(file), script.name)
  const command = target.runner.standalone.command({
    file,
    ...(scriptFile === undefined ? {} : { script: scriptFile }),
    flags: target.spec.flags,
    environment: target.spec.environment,
    compatibilityDate: target.compatibilityDate,
  })
  const ownText = (script && target.runner.scriptText?.(script.text)) ?? script?.text ?? ''
  const files = { [file]: text, ...(scriptFile && { [scriptFile]: ownText }), ...command.files }
  for (const [path, content] of Object.entries(files)) await writeFor('--out', path, () => [content])
  const written = Object.keys(files).map(path => `Wrote ${shown(path)}`)
  return `${written.join('\n')}

Run it on ${id} (${engineOf(target)}) with:
  ${commandText(target.binary, command, file)}
It loops for at least ${options.timeSeconds} s. Then it prints the iterations of its last loop, the time of one iteration,
and the digest of the output. ${digest === digestOf(UNVERIFIED) ? 'Nothing that it returns can be compared.' : `The expected digest is ${digest}.`}`
}

/** What cannot be compared has the digest of this text. */
const UNVERIFIED = 'unverified'

type OneCase = Awaited<ReturnType<typeof loadOneCase>>

async function verifiedDigest(
  suite: string,
  { loaded, plan }: OneCase,
  named: NamedTarget,
  workspace: Workspace,
): Promise<string> {
  if (loaded.description.server !== null) {
    throw new UsageError(`Cannot emit ${suite}: it is a server, and only functions run without a host.`)
  }
  const [contender] = plan.contenders
  if (!contender) throw new Error('a plan has a contender')
  const [unsupported] = plan.unsupported
  if (unsupported) throw new UsageError(`Cannot emit ${suite} for ${named.id}: ${unsupported.reason}.`)
  const context = contextOf(loaded, [named], { workspace, cores: [], random: createRandom(0) })
  const { process, answer } = await prepare(contender, context, { core: null })
  await process.kill()
  return answer.digest
}

function fileName({ loaded, caseId, params }: OneCase, { name: runtime, standalone }: Runner): string {
  const name = [loaded.description.name, caseId, ...Object.values(params), runtime].join('-')
  return `${fileWord(name)}.${standalone.extension ?? 'mjs'}`
}

async function standaloneOf(
  { timeSeconds }: EmitOptions,
  { loaded, caseId, params }: OneCase,
  { id, target }: NamedTarget,
): Promise<Pick<SuiteBundle, 'text' | 'script'>> {
  const { version, commit } = steelyardVersion()
  const choice = {
    caseId,
    params,
    milliseconds: timeSeconds * 1000,
    title: `${loaded.description.name}/${caseId} ${JSON.stringify(params)} for ${id} (${engineOf(target)}), by Steelyard ${version} ${commit ?? ''}`,
    standalone: target.runner.standalone,
  }
  const bundle = await (loaded.adopted === undefined
    ? bundleStandalone(loaded.file, choice)
    : bundleAdoptedStandalone(loaded.adopted, choice))
  return bundleFor(bundle, [target])
}

function engineOf({ runner, engineVersion }: NamedTarget['target']): string {
  return `${runner.engineName} ${engineVersion}`
}

function commandText(
  binary: string,
  { args, environment }: ReturnType<Runner['standalone']['command']>,
  file: string,
): string {
  const variables = Object.entries(environment).map(([name, value]) => `${name}=${shellQuoted(value)}`)
  const near = args.map(argument => (argument.startsWith(file) ? shown(argument) : argument))
  return [...variables, ...[binary, ...near].map(shellQuoted)].join(' ')
}
