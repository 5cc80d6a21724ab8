/** Returns a text as part of a file's name: what a record calls itself must not lead into another folder. */
export function fileWord(text: string): string {
  return text.replaceAll(/[^\w.-]+/g, '_')
}
