/** Returns code in one line to be seen and not run: without its line comments, which would hide what follows. */
export function codeLine(code: string): string {
  return code
    .replaceAll(/(?<=^|\s)\/\/ .*$/gm, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
}
