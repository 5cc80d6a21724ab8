/**
 * Returns a text in which everything is seen: what a terminal would obey, hide or reorder stands as `\x1b` or `\u{202e}`,
 * a backslash as two, and of several spaces all but the first as `\x20`. It is one line.
 */
export function visibleText(text: string): string {
  return text
    .replaceAll('\\', '\\\\')
    .replace(/(?! )[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/gu, escaped)
    .replace(/(?<= ) |^ | $/g, '\\x20')
}

/** Returns a message in which every line is as `visibleText` has it, but for its backslashes and spaces. */
export function visibleLines(message: string): string {
  return message.replace(/(?![ \n])[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/gu, escaped)
}

function escaped(character: string): string {
  const code = (character.codePointAt(0) ?? 0).toString(16)
  return code.length <= 2 ? `\\x${code.padStart(2, '0')}` : `\\u{${code}}`
}
