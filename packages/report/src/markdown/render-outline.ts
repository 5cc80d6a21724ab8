import type { Outline, OutlinePage } from '../content/outline.ts'
import { markdownText } from './markdown-text.ts'
import { printBlocks } from './print-blocks.ts'

export function renderOutlineMarkdown(outline: Outline): string {
  const blocks = [...outline.headline, ...outline.blocks]
  return `${outlineParts({ ...outline, blocks }).join('\n\n')}\n`
}

export function renderOutlinesMarkdown({ title, lead, outlines, foot }: OutlinePage): string {
  const parts = [
    `### ${markdownText(title)}`,
    ...printBlocks(lead),
    ...outlines.flatMap(outlineParts),
    ...printBlocks(foot),
  ]
  return `${parts.join('\n\n')}\n`
}

function outlineParts({ title, blocks }: Pick<Outline, 'title' | 'blocks'>): string[] {
  return [`### ${markdownText(title)}`, ...printBlocks(blocks)]
}
