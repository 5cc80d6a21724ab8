/**
 * Returns whether FORCE_COLOR wants colours, or null where it says nothing. As in Node it wins over NO_COLOR, and 0 or false
 * mean none.
 */
export function forcedColor({ FORCE_COLOR }: NodeJS.ProcessEnv = process.env): boolean | null {
  return FORCE_COLOR ? !['0', 'false'].includes(FORCE_COLOR) : null
}
