import type { RunOutput } from '../../options/run-options.ts'
import { RESULTS } from '../../options/table/results.ts'
import { visibleText } from '../../output/visible-text.ts'

/** Returns the places that a record's command writes to, as options, for people: none of them is written to. */
export function placesLeftOut({ json, markdown, out, evidenceFolder }: RunOutput): string[] {
  const places = [
    ['--json', json],
    ['--markdown', markdown],
    ['--out', out === RESULTS ? null : out],
    ['--evidence', evidenceFolder],
  ] as const
  return places.flatMap(([option, place]) => (place === null ? [] : [`${option} ${visibleText(place)}`]))
}
