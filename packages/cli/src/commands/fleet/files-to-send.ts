import { hash } from 'node:crypto'
import { open } from 'node:fs/promises'
import type { Blob } from '@steelyard/fleet'
import {
  LaunchError,
  parseTarget,
  type SendableBuild,
  sendableBuild,
  type TargetSpec,
} from '@steelyard/launcher'
import {
  askedTargets,
  bundleToSend,
  inWorkspace,
  isCatalogued,
  loadSuite,
  type RunSelection,
  type SuiteWord,
  select,
  suiteByHash,
  targetText,
  UsageError,
  type Workspace,
} from '@steelyard/measure'
import { runners } from '@steelyard/runners'
import type { CommandLine, Invocation } from '../../options/invocation.ts'
import type { RunCommandOptions } from '../../options/run-options.ts'
import { asUsage } from '../../process/as-usage.ts'
import { untilInterrupted } from '../../process/measuring.ts'
import { sentName } from './sent-names.ts'
import { packedSuite } from './sent-suite.ts'

export interface FileToSend extends Blob {
  /** As the user wrote it. */
  readonly label: string
}

/** What of this machine a request names. */
export interface Sending {
  /** The command line as jobs have it: with hashes in the place of paths. */
  readonly line: CommandLine
  readonly files: readonly FileToSend[]
  /** Platform of the builds; null where there are none. */
  readonly platform: string | null
}

/** Reads the builds and suite files that a command line names, to send them; null when interrupted. UsageError. */
export async function filesToSend({ line, options }: Invocation): Promise<Sending | null> {
  const { selection: asked } = options as Partial<RunCommandOptions>
  if (asked === undefined) return { line, files: [], platform: null }
  const sending = (signal: AbortSignal) =>
    inWorkspace(signal, async workspace => {
      const specs = askedTargets(asked).map(({ text }) => parseTarget(text))
      const local = new Map(specs.map(spec => [spec.path, spec]))
      const builds = await Promise.all([...local.values()].flatMap(spec => buildToSend(spec, workspace)))
      const suites: SuiteToSend[] = []
      const names = new Set<string>()
      for (const word of asked.suites.filter(isOfThisMachine))
        suites.push(...(await suitesToSend(word, asked, names, workspace)))
      checkUntagged(asked, suites)
      return {
        line: withHashes(line, builds, suites),
        files: [...builds, ...suites].map(({ file }) => file),
        platform: onlyPlatform(builds),
      }
    })
  return asUsage([LaunchError, SyntaxError], () => untilInterrupted(sending))
}

function isOfThisMachine(word: SuiteWord): word is string {
  return typeof word === 'string' && !isCatalogued(word) && suiteByHash(word) === null
}

type BuildToSend = Awaited<ReturnType<typeof buildToSend>[number]>

function buildToSend({ runtime, path, text }: TargetSpec, { directory }: Workspace) {
  if (path === null) return []
  return [
    sendableBuild(runners[runtime], { path, text }, directory).then(build => {
      const { sha256, bytes, platform } = build
      const read = (from: number, to: number) => partOf(build, from, to)
      return { path, platform, file: { label: `${runtime}=${path}`, sha256, bytes, read } }
    }),
  ]
}

/** Reads a part of the file that was hashed: a build that was made again meanwhile has other bytes than its hash says. */
async function partOf(
  { file, bytes, mtimeMs, ino }: SendableBuild,
  from: number,
  to: number,
): Promise<Uint8Array> {
  const changed = () => {
    throw new UsageError(`Cannot send ${file}: it was changed while it was sent. Give the command again.`)
  }
  await using handle = await open(file).catch(changed)
  const { bytesRead, buffer } = await handle.read(Buffer.alloc(to - from), 0, to - from, from)
  const now = await handle.stat()
  const isSame = now.size === bytes && now.mtimeMs === mtimeMs && now.ino === ino
  return isSame && bytesRead === to - from ? buffer : changed()
}

function onlyPlatform(builds: readonly BuildToSend[]): string | null {
  const [first = null, another] = new Set(builds.map(({ platform }) => platform))
  if (another === undefined) return first
  throw new UsageError(
    `Cannot send builds for ${first} and for ${another} in one request: both sides are measured on one machine.`,
  )
}

interface SuiteToSend {
  /** As it stands in the command line. */
  readonly word: string
  /** As jobs name it. */
  readonly name: string
  readonly file: FileToSend
}

async function suitesToSend(
  word: string,
  { dialect }: Pick<RunSelection, 'dialect'>,
  names: Set<string>,
  workspace: Workspace,
): Promise<SuiteToSend[]> {
  const sent: SuiteToSend[] = []
  for (const { file, label, caseId, isFound } of select(word)) {
    if (isFound || typeof file !== 'string') {
      throw new UsageError(`Cannot send ${word}: it is a folder or a pattern of files. Name each file.`)
    }
    const suite = await bundleToSend(file, label, { dialect, names })
    const suiteName = suite.isAdopted ? suite.name : await ownName(file, label, workspace)
    if (names.has(suiteName)) {
      throw new UsageError(`Cannot send the suite ${suiteName} twice in one request. Name it once.`)
    }
    names.add(suiteName)
    const bytes = packedSuite(suite)
    const sha256 = hash('sha256', bytes)
    const name = `${sentName(sha256)}${caseId === null ? '' : `/${caseId}`}`
    const read = async (from: number, to: number) => bytes.subarray(from, to)
    sent.push({ word, name, file: { label, sha256, bytes: bytes.length, read } })
  }
  return sent
}

/** A machine that knows a file by its hash alone cannot ask for its tags. */
function checkUntagged({ suites, tags }: RunSelection, sent: readonly SuiteToSend[]): void {
  if (sent.length === 0 || suites.length === 1 || tags.length === 0) return
  throw new UsageError('Cannot choose among suites by --tag where suite files are sent. Name the suites.')
}

/** Reports what is wrong with a suite here, once, and not on every machine. */
async function ownName(file: string, label: string, workspace: Workspace): Promise<string> {
  const { description } = await loadSuite(file, label, workspace)
  if (description.server === null) return description.name
  throw new UsageError(`Cannot send ${label}: it compares servers, whose apps are files of this machine.`)
}

function withHashes(
  line: CommandLine,
  builds: readonly BuildToSend[],
  suites: readonly SuiteToSend[],
): CommandLine {
  const names = new Map(suites.map(({ word, name }) => [word, name]))
  return {
    ...line,
    words: line.words.map(word => names.get(word) ?? word),
    options: line.options.map(option =>
      option.isTarget ? { ...option, text: withHash(option.text ?? '', builds) } : option,
    ),
  }
}

function withHash(text: string, builds: readonly BuildToSend[]): string {
  const spec = parseTarget(text)
  const build = builds.find(({ path }) => path === spec.path)
  return build === undefined ? text : targetText({ ...spec, path: sentName(build.file.sha256) })
}
