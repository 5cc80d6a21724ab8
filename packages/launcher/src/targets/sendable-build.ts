import { constants } from 'node:fs'
import { copyFile, mkdtemp, open, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Runner } from '@steelyard/runners'
import { BinaryError } from '../process/launch-error.ts'
import { askVersion, hashBinary } from './binary-facts.ts'
import { linkedLibraries } from './linked-libraries.ts'
import { localBinary } from './local-binary.ts'
import type { TargetSpec } from './target.ts'

/** A local build that runs unchanged on another machine of its platform: one file. */
export interface SendableBuild {
  /** Absolute path. */
  readonly file: string
  readonly sha256: string
  readonly bytes: number
  /** With `bytes` they tell whether the file is still the one that was hashed. */
  readonly mtimeMs: number
  readonly ino: number
  /** For example linux-x64, by the header of the file. */
  readonly platform: string
}

/** What every machine of a platform has in some version. */
const OF_SYSTEM = /^\/(?:usr\/)?lib(?:32|64)?\//

/**
 * Finds a local build that another machine can run.
 *
 * @param path of the build; of `text`, a target
 * @param directory its home where it is run for its version
 * @throws BinaryError in one sentence: not there, no build of this runtime, a script, or one that needs files next to it
 */
export async function sendableBuild(
  runner: Runner,
  { path, text }: Pick<TargetSpec, 'text'> & { readonly path: string },
  directory: string,
): Promise<SendableBuild> {
  const file = await localBinary(runner, path)
  // Read before the file, so that a later change of it is detected.
  const { size, mtimeMs, ino } = await stat(file)
  const platform = await platformOf(file)
  if (platform === null) {
    throw new BinaryError(
      `Cannot send ${text}: it is no program of Linux or macOS. A script may start other files, which are not sent. Give the path of the program.`,
    )
  }
  if (platform === `${process.platform}-${process.arch}`) {
    await askVersion(runner, file, text, directory)
    const library = (await linkedLibraries(file, directory)).find(
      one => !OF_SYSTEM.test(one) || runner.engineLibrary?.test(basename(one)),
    )
    if (library !== undefined) {
      throw new BinaryError(
        `Cannot send ${text}: it needs ${basename(library)} of ${dirname(library)}, and only one file is sent. Build it without shared libraries of its own.`,
      )
    }
    await checkAlone(runner, file, text, directory)
  }
  return { file, platform, sha256: await hashBinary(file), bytes: size, mtimeMs, ino }
}

/** Throws BinaryError for a program that needs files next to it, such as a snapshot. */
async function checkAlone(runner: Runner, file: string, text: string, directory: string): Promise<void> {
  const folder = await mkdtemp(join(directory, 'alone-'))
  const copy = join(folder, basename(file))
  await copyFile(file, copy, constants.COPYFILE_FICLONE)
  try {
    await askVersion(runner, copy, text, directory)
  } catch (error) {
    if (!(error instanceof BinaryError)) throw error
    throw new BinaryError(
      `Cannot send ${text}: it does not start without the files next to it, and only one file is sent.`,
      error.output,
    )
  } finally {
    await rm(folder, { recursive: true })
  }
}

const ELF = 0x7f454c46
const ELF_ARCHITECTURES: Readonly<Record<number, string>> = { 62: 'x64', 183: 'arm64' }
const MACH_O = 0xfeedfacf
const MACH_O_ARCHITECTURES: Readonly<Record<number, string>> = { 16777223: 'x64', 16777228: 'arm64' }

/** Returns the platform that a program is made for, as Node names it; null for what is no program, or of another system. */
async function platformOf(file: string): Promise<string | null> {
  await using handle = await open(file)
  const { bytesRead, buffer } = await handle.read(Buffer.alloc(20), 0, 20, 0)
  if (bytesRead < 20) return null
  if (buffer.readUInt32BE(0) === ELF) return named('linux', ELF_ARCHITECTURES[buffer.readUInt16LE(18)])
  if (buffer.readUInt32LE(0) === MACH_O) return named('darwin', MACH_O_ARCHITECTURES[buffer.readUInt32LE(4)])
  return null
}

function named(system: string, architecture: string | undefined): string | null {
  return architecture === undefined ? null : `${system}-${architecture}`
}
