/** Characters at the beginning of a text that show whether it is bytes. */
const BEGINNING = 1000

/** What no text has: control characters other than blanks, and what takes the place of bytes that are no UTF-8. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const NO_TEXT = /[\0-\x08\x0e-\x1f\ufffd]/

/**
 * Returns why a text is no JSON, as a clause. What the parser says quotes the text, so of bytes it is left out.
 *
 * @param cause what the parser threw
 */
export function jsonFault(text: string, cause: unknown): string {
  if (text.trim() === '') return 'it is empty'
  if (NO_TEXT.test(text.slice(0, BEGINNING))) return 'it is a binary file'
  // V8 may quote half of a character.
  return `it is not JSON (${(cause as Error).message.toWellFormed()})`
}
