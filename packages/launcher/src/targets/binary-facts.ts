import { constants, createReadStream } from 'node:fs'
import { access } from 'node:fs/promises'
import type { Runner, RuntimeVersion } from '@steelyard/runners'
import { fileSha256 } from '../cache/file-sha256.ts'
import { readOnce } from '../cache/read-once.ts'
import { endWithin, startChild } from '../process/child.ts'
import { cleanStart } from '../process/clean-environment.ts'
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
  const child = startChild(cleanStart(binary, { args: runner.versionArgs }, directory))
  const exit = await endWithin(child, VERSION_LIMIT_MS)
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
 * Asks the binary of a package for its version once, as long as it does not change: to start it takes as long as a command
 * that measures nothing. A local build may load a library that has changed, so it is asked each time.
 */
export const askVersionOnce: typeof askVersion = (runner, binary, text, directory) => {
  const ask = readOnce(
    `version-of-${runner.name}`,
    file => askVersion(runner, file, text, directory),
    isRuntimeVersion,
  )
  return ask(binary)
}

function isRuntimeVersion(kept: unknown): kept is RuntimeVersion {
  const { version, engineVersion } = (kept ?? {}) as Partial<Record<keyof RuntimeVersion, unknown>>
  return typeof version === 'string' && (engineVersion === null || typeof engineVersion === 'string')
}

export async function isExecutable(file: string): Promise<boolean> {
  return access(file, constants.X_OK).then(
    () => true,
    () => false,
  )
}

const CHUNK_BYTES = 1 << 20

/** Returns the SHA-256 of a binary in hexadecimal; reads it once, as long as it does not change. */
export const hashBinary: (file: string) => Promise<string> = readOnce(
  'sha256',
  fileSha256,
  (kept): kept is string => typeof kept === 'string' && /^[0-9a-f]{64}$/.test(kept),
)

/**
 * Returns the version of V8, searched for among the strings of a binary: workerd has no command that prints it. Null
 * where none is found. It takes longer than the hash, and is done once too.
 */
export const searchEngineVersion: (file: string) => Promise<string | null> = readOnce(
  'v8-version',
  async file => {
    let tail = ''
    let withoutPatch: string | null = null
    for await (const chunk of createReadStream(file, { highWaterMark: CHUNK_BYTES })) {
      const text = tail + (chunk as Buffer).toString('latin1')
      // The end of a string: four numbers, the first one as V8's have been since 2022, the third of at least two digits.
      const [, version] = /(?<![\d.])(1\d\.\d{1,2}\.\d{2,4}\.\d{1,3})(?:-\w+)?\0/.exec(text) ?? []
      if (version !== undefined) return version
      // V8 leaves out a patch number of 0. Other libraries have three numbers too, so that four anywhere go before.
      withoutPatch ??= /(?<![\d.])(1\d\.\d{1,2}\.\d{2,4})\0/.exec(text)?.[1] ?? null
      tail = text.slice(-32)
    }
    return withoutPatch
  },
  (kept): kept is string | null => kept === null || (typeof kept === 'string' && /^[\d.]{7,20}$/.test(kept)),
)
