import { globSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { TimelineFile, TimelineLine } from '../timeline.ts'
import { isTimelineLine } from '../validate/is-timeline-line.ts'
import { numberedLines } from './append-lines.ts'

/**
 * Returns the lines of a file without the last one if a kill has torn it; none where there is no file.
 *
 * @throws SyntaxError that names the first line that is of no timeline
 */
export function readTimeline(file: string): TimelineLine[] {
  return numberedLines(file).map(({ value, number }) => {
    if (isTimelineLine(value)) return value
    throw new SyntaxError(`Cannot read line ${number} of ${file}: it is no line of a timeline.`)
  })
}

/** Returns all timelines of a folder, by suite and runtime. SyntaxError as `readTimeline`. */
export function readTimelines(folder: string): TimelineFile[] {
  return globSync('*/*.jsonl', { cwd: folder })
    .toSorted()
    .map(file => ({
      runtime: dirname(file),
      suite: basename(file, '.jsonl'),
      lines: readTimeline(join(folder, file)),
    }))
}
