import type { Outline } from '../content/outline.ts'
import { markdownText } from './markdown-text.ts'
import { printBlocks } from './print-blocks.ts'

/** Returns an outline as GitHub-flavoured Markdown. */
export function renderOutlineMarkdown(outline: Outline): string {
  return `${outlineParts(outline).join('\n\n')}\n`
}

/** Returns its pieces, the title first. */
export function outlineParts({ title, headline, blocks }: Outline): string[] {
  return [`### ${markdownText(title)}`, ...printBlocks([...headline, ...blocks])]
}
