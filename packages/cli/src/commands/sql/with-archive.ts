import { ArchiveError, type Loaded, type Progress, Query, readRecords } from '@steelyard/archive'
import { hostMark } from '@steelyard/launcher'
import { UsageError } from '@steelyard/measure'
import type { RunRecord } from '@steelyard/record'
import { counted } from '@steelyard/text'
import { ProgressLine } from '../../output/progress.ts'
import { shown } from '../../output/shown-path.ts'
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
  return reading(sources, (onProgress, report) => {
    const used = (query: Query, loaded: Loaded) => {
      report(loaded)
      return use(query)
    }
    return Query.over(sources, used, onProgress, hostMark())
  })
}

/** Reads one record after the other, since each may be large. */
export function withRecords(sources: readonly string[], take: (record: RunRecord) => void): Promise<void> {
  return reading(sources, async (onProgress, report) =>
    report(await readRecords(sources, ({ record }) => take(record), onProgress)),
  )
}

function reading<T>(
  sources: readonly string[],
  work: (onProgress: Progress, report: (loaded: Loaded) => void) => Promise<T>,
): Promise<T> {
  const progress = new ProgressLine()
  const report = ({ records, skipped }: Loaded) => {
    progress.clear()
    stderr.say(skippedText(skipped))
    if (records > 0) return
    throw new UsageError(`Cannot find a record in ${sources.join(', ')}. Name records, or folders of them.`)
  }
  const onProgress: Progress = (read, all) => progress.show(`Reading records: ${read} of ${all}`)
  return asUsage([ArchiveError], () => work(onProgress, report))
}

/** A folder may hold any other JSON; only what looks like a record is named. */
function skippedText(skipped: Loaded['skipped']): string {
  const damaged = skipped.filter(({ isOther }) => !isOther)
  const lines = damaged
    .slice(0, SHOWN_SKIPS)
    .map(({ file, reason }) => `Skipped: ${reason.replaceAll(file, shown(file))}\n`)
  const more = damaged.length - lines.length
  return lines.join('') + (more > 0 ? `Skipped: ${counted(more, 'more file')}.\n` : '')
}
