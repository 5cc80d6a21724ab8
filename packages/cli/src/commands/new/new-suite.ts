import { constants } from 'node:fs'
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { isKebabCase } from '@steelyard/harness/definition'
import { catalog, UsageError } from '@steelyard/measure'
import { makeFolders } from '@steelyard/record'
import { NAME } from '@steelyard/text'
import { reasonOf } from '../../process/reason-of.ts'

const TEMPLATE = new URL('../../../template/', import.meta.url)
/** What the suite of the template is called wherever it names itself. */
const TEMPLATE_NAME = 'new-suite'
const FILES = ['suite.ts', 'README.md']
const ONE_FILE = 'one-file.bench.ts'

export interface NewSuiteOptions {
  readonly name: string
  /** The folder that gets the file, or the folder, of that name. */
  readonly directory: string
  /** Whether to make a folder with a README, as the suites of this repository are, instead of one file. */
  readonly folder: boolean
  /** Words that mean something else where a suite is named. */
  readonly reserved: readonly string[]
}

/**
 * Makes a suite that runs as it is: one file, or a folder with its README.
 *
 * @returns the files written, the suite first
 * @throws UsageError for a name that is no suite's, or is taken, and for a folder that cannot be written
 */
export async function makeSuite({
  name,
  directory,
  folder: inFolder,
  reserved,
}: NewSuiteOptions): Promise<readonly string[]> {
  if (!isKebabCase(name)) {
    throw new UsageError(
      `Cannot make the suite '${name}': the name is not kebab-case. Use small letters, digits and hyphens, as in array-copy.`,
    )
  }
  if (inFolder && reserved.includes(name)) {
    throw new UsageError(
      `Cannot make the suite '${name}': ${NAME} uses that word for something else. Choose another name.`,
    )
  }
  if (inFolder && catalog().has(name)) throw taken(name, 'a suite of that name exists')
  const place = resolve(directory, inFolder ? name : `${name}.bench.ts`)
  const noPlace = (error: unknown) =>
    new UsageError(
      `Cannot make the suite '${name}' in ${directory}: ${reasonOf(error)}. Choose another place with --dir.`,
    )
  await makeFolders(resolve(directory)).catch(error => {
    throw noPlace(error)
  })
  try {
    if (inFolder) await mkdir(place)
    else await copyFile(new URL(ONE_FILE, TEMPLATE), place, constants.COPYFILE_EXCL)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw taken(name, `${place} exists`)
    throw noPlace(error)
  }
  if (!inFolder) return [place]
  const written = FILES.map(file => join(place, file))
  for (const [index, file] of FILES.entries()) {
    const text = await readFile(new URL(file, TEMPLATE), 'utf8')
    await writeFile(written[index] ?? '', text.replaceAll(TEMPLATE_NAME, name), { flag: 'wx' })
  }
  return written
}

function taken(name: string, why: string): UsageError {
  return new UsageError(`Cannot make the suite '${name}': ${why}. Choose another name.`)
}
