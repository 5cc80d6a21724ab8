import type { Outline, OutlinePage } from '../content/outline.ts'
import { markdownText } from './markdown-text.ts'
import { printBlocks } from './print-blocks.ts'

export function renderOutlineMarkdown({ title, headline, blocks }: Outline): string {
  return `${outlineParts({ title, blocks: [...headline, ...blocks] }).join('\n\n')}\n`
}

export function renderOutlinesMarkdown({ title, lead, outlines, foot }: OutlinePage): string {
  const parts = [{ title, blocks: lead }, ...outlines].flatMap(outlineParts).concat(printBlocks(foot))
  return `${parts.join('\n\n')}\n`
}

function outlineParts({ title, blocks }: Pick<Outline, 'title' | 'blocks'>): string[] {
  return [`### ${markdownText(title)}`, ...printBlocks(blocks)]
}
