/** Returns whether terminals show Unicode, by the locale: the form in which it is drawn is chosen by it too. */
export function hasUnicode({ LC_ALL, LC_CTYPE, LANG }: NodeJS.ProcessEnv = process.env): boolean {
  return /UTF-?8/i.test(LC_ALL || LC_CTYPE || LANG || 'UTF-8')
}
