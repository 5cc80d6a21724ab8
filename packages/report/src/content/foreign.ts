import type { RunRecord } from '@steelyard/record'
import { name, type Phrase } from '@steelyard/text'

/** Returns which tool the numbers are from; null for Steelyard's own. */
export function foreignPhrase({ foreign }: RunRecord): Phrase | null {
  if (foreign === null) return null
  const { tool, version } = foreign
  return [
    'Imported: these are the numbers of ',
    name(version === null ? tool : `${tool} ${version}`),
    ', found by its own method. Steelyard gives no verdict on them.',
  ]
}
