import { join, relative } from 'node:path'
import { ArchiveError, Query, type Selection, type Skipped, updateArchive } from '@steelyard/archive'
import { LaunchError, writableCacheFolder } from '@steelyard/launcher'
import { UsageError } from '@steelyard/measure'
import { ProgressLine } from '../../output/progress.ts'
import { stderr } from '../../output/streams.ts'
import { acquireLock } from '../../process/lock.ts'

const SHOWN_SKIPS = 10

/**
 * Reads new records from files and folders, and calls `use` on the rows of all. Skipped files are listed on standard
 * error.
 *
 * @param listsOther whether files of a folder are listed that hold something else
 * @throws UsageError for a name that is no file or folder, and for a query that fails
 */
export async function withArchive<T>(
  sources: readonly string[],
  use: (query: Query, selection: Selection) => Promise<T>,
  { listsOther }: Listing = { listsOther: true },
): Promise<T> {
  const home = await writableCacheFolder('archive').catch(refuse)
  const release = await acquireLock(
    (_, holder) => stderr.say(`Waiting for ${holder}, which uses the archive of records.\n`),
    new AbortController().signal,
    join(home, 'lock'),
  )
  try {
    const selection = await readSources(home, sources)
    stderr.say(skippedText(selection.skipped.filter(({ isOther }) => listsOther || !isOther)))
    return await Query.over(selection, query => use(query, selection))
  } catch (error) {
    return refuse(error)
  } finally {
    release()
  }
}

interface Listing {
  readonly listsOther: boolean
}

function refuse(error: unknown): never {
  throw error instanceof ArchiveError || error instanceof LaunchError ? new UsageError(error.message) : error
}

async function readSources(home: string, sources: readonly string[]): Promise<Selection> {
  const progress = new ProgressLine()
  return updateArchive(home, sources, (read, all) =>
    progress.show(`Reading records: ${read} of ${all}`),
  ).finally(() => progress.clear())
}

function skippedText(skipped: readonly Skipped[]): string {
  const lines = skipped.slice(0, SHOWN_SKIPS).map(({ file, reason }) => {
    const said = reason.replaceAll(file, relative(process.cwd(), file))
    return `Skipped: ${said}\n`
  })
  const more = skipped.length - lines.length
  return lines.join('') + (more > 0 ? `Skipped: ${more} more files.\n` : '')
}
