import type { RunRecord } from '@steelyard/record'
import { reportDocument } from '../content/report-document.ts'
import { fittedMarkdown } from './fitted-markdown.ts'
import { printDocument } from './print-document.ts'

/**
 * Returns the report of runs as GitHub-flavoured Markdown, for a job summary or a comment on a pull request.
 *
 * @param mostBytes that it may have: what is beyond loses its tables, suite by suite from the last
 */
export function renderMarkdown(records: RunRecord | readonly RunRecord[], mostBytes = Infinity): string {
  const documents = [records].flat().map(reportDocument)
  return fittedMarkdown(documents.map(printDocument), mostBytes)
}
