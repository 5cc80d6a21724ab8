import type { Phrase, Role } from '@steelyard/text'

const VERDICTS: ReadonlySet<Role> = new Set(['slower', 'faster', 'same', 'inconclusive', 'trouble'])

/** Returns text that GitHub shows as it is: no markup, no HTML, no link to a user or an issue. */
export function markdownText(text: string): string {
  return text
    .replace(/[\\`*_[\]|~]/g, '\\$&')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replace(/^(?:[#+-]|\d+(?=[.)](?:\s|$)))/, start => (/\d/.test(start) ? `${start}\\` : `\\${start}`))
    .replace(/(?<![\w.])@(?=\w)|(?:#|\bGH-)(?=\d)/gi, sign => `${sign}\u2060`)
}

/** Returns text as code, fenced by more backticks than it holds. */
export function markdownCode(text: string): string {
  const fence = '`'.repeat(longestRun(text) + 1)
  const space = text.startsWith('`') || text.endsWith('`') || text === '' ? ' ' : ''
  return fence + space + text + space + fence
}

/** Returns code as a block, its fence longer than any in it. */
export function markdownFence(language: 'sh' | 'js', code: string): string {
  const fence = '`'.repeat(Math.max(3, longestRun(code) + 1))
  return `${fence}${language}\n${code}\n${fence}`
}

/** Returns a sentence with names as code and verdicts in bold. */
export function markdownPhrase(phrase: Phrase): string {
  return phrase
    .map(piece => {
      if (typeof piece === 'string') return markdownText(piece)
      if (piece.role === 'name') return markdownCode(piece.text)
      return VERDICTS.has(piece.role) ? `**${markdownText(piece.text)}**` : markdownText(piece.text)
    })
    .join('')
}

/** Returns a table; the first column is left-aligned, the others as `alignments` says. Fields are Markdown already. */
export function markdownTable(
  headings: readonly string[],
  alignments: readonly ('left' | 'right')[],
  rows: readonly (readonly string[])[],
): string {
  const marks = headings.map((_, index) => (alignments[index] === 'right' ? '--:' : ':--'))
  return [headings, marks, ...rows].map(row => `| ${row.map(tableField).join(' | ')} |`).join('\n')
}

/** A bar ends a field even inside code, unless a backslash stands before it. */
function tableField(markdown: string): string {
  return markdown.replace(/\\*\|/g, bar => (bar.length % 2 === 0 ? bar : `\\${bar}`))
}

function longestRun(text: string): number {
  return Math.max(0, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length))
}
