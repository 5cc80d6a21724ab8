import type { RunRecord } from '@steelyard/record'
import { codeOf, descriptionOf } from '../content/case-code.ts'
import {
  closingBlocks,
  type ReportDocument,
  reportDocument,
  type SuitePart,
  suiteBlocks,
} from '../content/report-document.ts'
import { fittedMarkdown, type MarkdownParts } from './fitted-markdown.ts'
import { markdownCode, markdownFence, markdownText } from './markdown-text.ts'
import { printBlocks } from './print-blocks.ts'
import { findingParts, matrixParts } from './print-matrix.ts'

/** Returns the report of runs as GitHub's Markdown; beyond `mostBytes` suites lose their tables, from the last. */
export function renderMarkdown(records: RunRecord | readonly RunRecord[], mostBytes = Infinity): string {
  const documents = [records].flat().map(record => reportDocument(record))
  return fittedMarkdown(documents.map(printDocument), mostBytes)
}

/** Returns a report in pieces of Markdown: what a reader of many suites wants first, the suites, what is to be done. */
function printDocument(document: ReportDocument): MarkdownParts {
  const { answer, suites, summary, facts, reproduce } = document
  return {
    first: printBlocks([answer.foreign ?? [], summary ?? []]),
    suites: suites.map(suite => ({
      full: suiteParts(suite),
      short: [...suiteHead(suite), ...findingParts(suite.answer)],
    })),
    last: printBlocks([...closingBlocks(document), [facts], reproduce ?? []]),
  }
}

function suiteHead({ suite }: SuitePart): string[] {
  return [`### ${markdownText(suite.name)}`, `**${markdownText(suite.question)}**`]
}

function suiteParts(part: SuitePart): string[] {
  return [
    ...suiteHead(part),
    ...findingParts(part.answer),
    ...part.answer.matrices.flatMap(matrixParts),
    ...printBlocks(suiteBlocks(part)),
    ...codeParts(part),
  ]
}

/** What the cases are, and what they work on. */
function codeParts({ suite }: SuitePart): string[] {
  const { code, descriptions } = suite
  const ids = Object.keys({ ...code?.cases, ...descriptions })
  if (ids.length === 0) return []
  const setup = code?.setup ?? null
  const blocks = [
    ...(setup === null ? [] : [[markdownCode('setup'), markdownFence('js', setup)]]),
    ...ids.map(id => {
      const [about, text] = [descriptionOf(suite, id), codeOf(suite, id)]
      const heading = about === null ? markdownCode(id) : `${markdownCode(id)}: ${markdownText(about)}`
      return text === null ? [heading] : [heading, markdownFence('js', text)]
    }),
  ]
  return [`<details><summary>What the cases are</summary>\n\n${blocks.flat().join('\n\n')}\n\n</details>`]
}
