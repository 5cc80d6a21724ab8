import { join, relative } from 'node:path'
import {
  ArchiveError,
  checkSyntax,
  Query,
  type Selection,
  type Skipped,
  updateArchive,
} from '@steelyard/archive'
import { LaunchError, writableCacheFolder } from '@steelyard/launcher'
import { UsageError } from '@steelyard/measure'
import { ProgressLine } from '../../output/progress.ts'
import { stderr } from '../../output/streams.ts'
import { acquireLock } from '../../process/lock.ts'

const SHOWN_SKIPS = 10

/**
 * Reads new records from files and folders, and calls `use` on the rows of all. Files that should be records and are not
 * are listed on standard error.
 *
 * @throws UsageError for a name that is no file or folder, where no record is found, and for a query that fails
 */
export async function withArchive<T>(
  sources: readonly string[],
  use: (query: Query) => Promise<T>,
): Promise<T> {
  const home = await writableCacheFolder('archive').catch(refuse)
  const release = await acquireLock(
    (_, holder) => stderr.say(`Waiting for ${holder}, which uses the archive of records.\n`),
    new AbortController().signal,
    join(home, 'lock'),
  )
  try {
    const selection = await readSources(home, sources)
    stderr.say(skippedText(selection.skipped))
    if (selection.paths.length === 0) {
      throw new UsageError(`Cannot find a record in ${sources.join(', ')}. Name records, or folders of them.`)
    }
    return await Query.over(selection, use)
  } catch (error) {
    return refuse(error)
  } finally {
    release()
  }
}

/** Refuses a query that DuckDB cannot parse, before records are read. */
export async function checkQuery(sql: string): Promise<void> {
  await checkSyntax(sql).catch(refuse)
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

/** A folder may hold any other JSON; only what looks like a record is named. */
function skippedText(skipped: readonly Skipped[]): string {
  const damaged = skipped.filter(({ isOther }) => !isOther)
  const lines = damaged.slice(0, SHOWN_SKIPS).map(({ file, reason }) => {
    const said = reason.replaceAll(file, relative(process.cwd(), file))
    return `Skipped: ${said}\n`
  })
  const more = damaged.length - lines.length
  return lines.join('') + (more > 0 ? `Skipped: ${more} more files.\n` : '')
}
