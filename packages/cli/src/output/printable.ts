/** Moves a cursor, changes a colour or the direction of text, or ends a line where there is no new one. */
const UNPRINTABLE = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu

/**
 * Returns text that a terminal can only print: control characters are spelled out (`\x1b`), but for
 * new lines and tabs.
 */
export function printable(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .replace(UNPRINTABLE, character =>
      character === '\n' || character === '\t' ? character : spelled(character),
    )
}

function spelled(character: string): string {
  const code = character.charCodeAt(0).toString(16)
  return code.length > 2 ? `\\u${code.padStart(4, '0')}` : `\\x${code.padStart(2, '0')}`
}
