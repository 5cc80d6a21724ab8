import { createHash } from 'node:crypto'
import { constants, createReadStream } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import type { Runner, RuntimeVersion } from '@steelyard/runners'
import { type ChildOptions, startChild } from '../process/child.ts'
import { BinaryError } from '../process/launch-error.ts'

const VERSION_LIMIT_MS = 10_000

/**
 * Asks a binary for its version.
 *
 * @param text the target, for messages
 * @param directory its home
 * @throws BinaryError in one sentence when its output is not that of this runtime
 */
export async function askVersion(
  runner: Runner,
  binary: string,
  text: string,
  directory: string,
): Promise<RuntimeVersion> {
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
    throw new BinaryError(
      `Cannot run ${text}: the file does not print a version as ${runner.name} does. Give the path of a ${runner.name} binary.`,
      child.output(),
    )
  }
  return version
}

/**
 * Returns the whole environment of a measured process: it gets none of the user's variables, only those of the target.
 * `directory` is its home, so that it reads none of the user's files there either.
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

export async function isExecutable(file: string): Promise<boolean> {
  return access(file, constants.X_OK).then(
    () => true,
    () => false,
  )
}

/** Facts read from the bytes of a binary. */
export interface BinaryContents {
  readonly sha256: string
  /** Of V8, searched for among its strings: workerd has no command that prints it. */
  readonly engineVersion: string | null
}

/** By path, inode, size and time of change. */
const contentsOf = new Map<string, Promise<BinaryContents>>()

/** Hashes a binary, once in this process as long as it does not change. */
export async function readBinary(file: string): Promise<BinaryContents> {
  const { ino, size, mtimeMs } = await stat(file)
  const key = [file, ino, size, mtimeMs].join()
  const known = contentsOf.get(key)
  if (known !== undefined) return known
  const contents = readContents(file)
  contentsOf.set(key, contents)
  contents.catch(() => contentsOf.delete(key))
  return contents
}

async function readContents(file: string): Promise<BinaryContents> {
  const hash = createHash('sha256')
  let engineVersion: string | null = null
  let tail = ''
  for await (const chunk of createReadStream(file, { highWaterMark: 1 << 20 })) {
    const bytes = chunk as Buffer
    hash.update(bytes)
    if (engineVersion !== null) continue
    const text = tail + bytes.toString('latin1')
    // The end of a string: four numbers, the first one as V8's have been since 2022, the third of at least two digits.
    engineVersion = /(?<![\d.])(1\d\.\d{1,2}\.\d{2,4}\.\d{1,3})(?:-\w+)?\0/.exec(text)?.[1] ?? null
    tail = text.slice(-32)
  }
  return { sha256: hash.digest('hex'), engineVersion }
}
