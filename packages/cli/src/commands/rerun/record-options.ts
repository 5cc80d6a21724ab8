import { bareRun } from '@steelyard/measure'
import { BARE_OUTPUT, type RunCommandOptions, type RunOutput } from '../../options/run-options.ts'
import { visibleText } from '../../output/visible-text.ts'

/** Returns what of the options that a record's command asks for may take effect: no place that it writes to. */
export function optionsOfRecord({
  selection,
  rules,
  time,
  probes,
  output,
}: RunCommandOptions): RunCommandOptions {
  const { seed: _, ...judging } = rules
  const { timeSeconds, quick, windowSeconds } = time
  const { verbose, failOn } = output
  return {
    ...bareRun({
      selection: { ...selection, repeats: null },
      rules: judging,
      time: { timeSeconds, quick, windowSeconds },
      probes,
    }),
    output: { ...BARE_OUTPUT, verbose, failOn },
  }
}

/** Returns the places that a record's command writes to, as options, for people: none of them is written to. */
export function placesLeftOut(
  { json, markdown, out, evidenceFolder }: RunOutput,
  usualOut: string,
): string[] {
  const places = [
    ['--json', json],
    ['--markdown', markdown],
    ['--out', out === usualOut ? null : out],
    ['--evidence', evidenceFolder],
  ] as const
  return places.flatMap(([option, place]) => (place === null ? [] : [`${option} ${visibleText(place)}`]))
}
