import { createHash } from 'node:crypto'
import { constants, createReadStream, readFileSync } from 'node:fs'
import { access, chmod, realpath, stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { type Runner, runners } from '@steelyard/runners'
import { type ChildOptions, startChild } from './child.ts'
import { LaunchError } from './launch-error.ts'
import { packageOf } from './published-versions.ts'
import type { TargetSpec } from './target.ts'

/** A target whose binary was found, asked for its version and hashed. */
export interface Target {
  readonly spec: TargetSpec
  readonly runner: Runner
  /** Absolute path; never written to a record. */
  readonly binary: string
  readonly source: 'npm' | 'path'
  readonly sha256: string
  readonly version: string
  readonly engineVersion: string
  readonly compatibilityDate: string | null
}

const VERSION_LIMIT_MS = 10_000

/**
 * Finds the binary of a target, asks it for its version and hashes it.
 *
 * @throws LaunchError in one sentence: not there, not executable, no such runtime, or a version that is not pinned
 */
export async function resolveTarget(spec: TargetSpec, directory: string): Promise<Target> {
  const runner = runners[spec.runtime]
  const { binary, packageVersion } =
    spec.path === null ? pinnedBinary(runner) : await localBinary(spec.path, runner)
  const [told, { sha256, engineVersion }] = await Promise.all([
    askVersion(runner, binary, directory, spec),
    readBinary(binary),
  ])
  const version = packageVersion ?? told.version
  if (spec.version !== null && spec.version !== version) {
    throw new LaunchError(
      'start',
      `Cannot use ${spec.runtime}@${spec.version}: the pinned version is ${version}. Use ${spec.runtime}, or ${spec.runtime}=<path> for a binary of your own.`,
    )
  }
  return {
    spec,
    runner,
    binary,
    source: spec.path === null ? 'npm' : 'path',
    sha256,
    version,
    engineVersion: told.engineVersion ?? engineVersion ?? 'unknown',
    compatibilityDate: runner.compatibilityDate(version),
  }
}

/** Returns the id of a target, unique as long as a path, flags or environment tell it from others; never a path. */
export function targetId({ spec, version, source, sha256 }: Target): string {
  const build = source === 'npm' ? `${spec.runtime}@${version}` : `${spec.runtime}~${sha256.slice(0, 8)}`
  const environment = Object.entries(spec.environment).map(([name, value]) => `${name}=${value}`)
  return [...environment, build, ...spec.flags].join(' ')
}

interface Located {
  readonly binary: string
  /** null for a local build, which tells its version itself. */
  readonly packageVersion: string | null
}

function pinnedBinary(runner: Runner): Located {
  const found = packageOf(runner)
  try {
    // The package with the runtimes as dependencies is that of the runners.
    const manifest = createRequire(runner.entry).resolve(`${found.name}/package.json`)
    const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }
    return { binary: join(dirname(manifest), found.file), packageVersion: version }
  } catch {
    throw new LaunchError(
      'start',
      `Cannot run ${runner.name}: its package ${found.name} is not installed. Run 'npx -y pnpm@12 install' and look at what it prints.`,
    )
  }
}

async function localBinary(path: string, runner: Runner): Promise<Located> {
  const file = resolve(path)
  const info = await stat(file).catch(() => null)
  const wrong =
    info === null ? 'there is no such file' : info.isFile() ? await notExecutable(file) : 'it is not a file'
  if (wrong !== null) {
    throw new LaunchError(
      'start',
      `Cannot run ${runner.name}=${path}: ${wrong}. Give the path of a ${runner.name} binary.`,
    )
  }
  return { binary: await realpath(file), packageVersion: null }
}

async function notExecutable(file: string): Promise<string | null> {
  return access(file, constants.X_OK).then(
    () => null,
    () => 'it is not executable',
  )
}

async function askVersion(runner: Runner, binary: string, directory: string, spec: TargetSpec) {
  await makeExecutable(binary, spec)
  const child = startChild({
    file: binary,
    args: runner.versionArgs,
    environment: cleanEnvironment(directory),
    directory,
  })
  const timer = setTimeout(() => void child.kill(), VERSION_LIMIT_MS)
  const exit = await child.exited
  clearTimeout(timer)
  const version = exit.code === 0 ? runner.parseVersion(`${child.stdout()}\n`) : null
  if (version === null) {
    throw new LaunchError(
      'start',
      `Cannot run ${spec.text}: the file does not answer as ${runner.name} does when asked for its version. Give the path of a ${runner.name} binary.`,
      child.output(),
    )
  }
  return version
}

/** Some packages lack the run bit; a local file is left as it is. */
async function makeExecutable(binary: string, spec: TargetSpec): Promise<void> {
  if (spec.path === null && (await notExecutable(binary)) !== null) await chmod(binary, 0o755)
}

/**
 * Returns the whole environment of a measured process: nothing of the user's reaches it but what the target says.
 * `directory` is its home, so that no file of the user's is read there either.
 */
export function cleanEnvironment(directory: string): ChildOptions['environment'] {
  return {
    PATH: '/usr/local/bin:/usr/bin:/bin',
    HOME: directory,
    TMPDIR: directory,
    LANG: 'C.UTF-8',
    TZ: 'UTC',
    NO_COLOR: '1',
  }
}

/**
 * Hashes a binary, and looks on the way for a V8 version among its strings: workerd has no command that tells it.
 */
async function readBinary(file: string): Promise<{ sha256: string; engineVersion: string | null }> {
  const hash = createHash('sha256')
  let engineVersion: string | null = null
  let tail = ''
  for await (const chunk of createReadStream(file, { highWaterMark: 1 << 20 })) {
    const bytes = chunk as Buffer
    hash.update(bytes)
    const text = tail + bytes.toString('latin1')
    // A string of its own, four numbers, the first one as V8's have been since 2016.
    engineVersion ??= /\0(1\d\.\d{1,2}\.\d{1,4}\.\d{1,3})(?:-\w+)?\0/.exec(text)?.[1] ?? null
    tail = text.slice(-32)
  }
  return { sha256: hash.digest('hex'), engineVersion }
}
