import { relative } from 'node:path'
import { ArchiveError, Query, type Skipped } from '@steelyard/archive'
import { UsageError } from '@steelyard/measure'
import { ProgressLine } from '../../output/progress.ts'
import { stderr } from '../../output/streams.ts'
import { asUsage } from '../../process/as-usage.ts'

const SHOWN_SKIPS = 10

/**
 * Reads the records of files and folders, and calls `use` on the rows of all. Files that should be records and are not are
 * listed on standard error.
 *
 * @throws UsageError for a name that is no file or folder, where no record is found, and for a query that fails
 */
export function withArchive<T>(sources: readonly string[], use: (query: Query) => Promise<T>): Promise<T> {
  const progress = new ProgressLine()
  return asUsage([ArchiveError], () =>
    Query.over(
      sources,
      (query, { records, skipped }) => {
        progress.clear()
        stderr.say(skippedText(skipped))
        if (records > 0) return use(query)
        throw new UsageError(
          `Cannot find a record in ${sources.join(', ')}. Name records, or folders of them.`,
        )
      },
      (read, all) => progress.show(`Reading records: ${read} of ${all}`),
    ),
  )
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
