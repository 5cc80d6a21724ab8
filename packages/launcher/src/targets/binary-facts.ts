import { createHash } from 'node:crypto'
import { constants, createReadStream } from 'node:fs'
import { access, open, stat } from 'node:fs/promises'
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
  const version =
    exit.code === 0 || exit.code === runner.versionExitCode
      ? runner.parseVersion(`${child.stdout()}\n`)
      : null
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

const CHUNK_BYTES = 1 << 20

/** Returns the SHA-256 of a binary in hexadecimal; reads it once in this process as long as it does not change. */
export const hashBinary: (file: string) => Promise<string> = oncePerFile(async file => {
  const hash = createHash('sha256')
  await using handle = await open(file)
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES)
  for (;;) {
    const { bytesRead } = await handle.read(chunk, 0, CHUNK_BYTES, null)
    if (bytesRead === 0) return hash.digest('hex')
    hash.update(chunk.subarray(0, bytesRead))
  }
})

/**
 * Returns the version of V8, searched for among the strings of a binary: workerd has no command that prints it. Null
 * where none is found. It takes longer than the hash.
 */
export const searchEngineVersion: (file: string) => Promise<string | null> = oncePerFile(async file => {
  let tail = ''
  for await (const chunk of createReadStream(file, { highWaterMark: CHUNK_BYTES })) {
    const text = tail + (chunk as Buffer).toString('latin1')
    // The end of a string: four numbers, the first one as V8's have been since 2022, the third of at least two digits.
    const [, version] = /(?<![\d.])(1\d\.\d{1,2}\.\d{2,4}\.\d{1,3})(?:-\w+)?\0/.exec(text) ?? []
    if (version !== undefined) return version
    tail = text.slice(-32)
  }
  return null
})

/** What is read from a file is read anew when its inode, size or time of change differ. */
function oncePerFile<T>(read: (file: string) => Promise<T>): (file: string) => Promise<T> {
  const found = new Map<string, Promise<T>>()
  return async file => {
    const { ino, size, mtimeMs } = await stat(file)
    const key = [file, ino, size, mtimeMs].join()
    const known = found.get(key)
    if (known !== undefined) return known
    const contents = read(file)
    found.set(key, contents)
    contents.catch(() => found.delete(key))
    return contents
  }
}
