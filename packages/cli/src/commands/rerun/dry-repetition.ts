import { parseTarget } from '@steelyard/launcher'
import {
  askedTargets,
  idsOf,
  inWorkspace,
  isCatalogued,
  type PlannedTarget,
  planSuites,
  select,
  suiteLabel,
} from '@steelyard/measure'
import type { RunCommandOptions } from '../../options/run-options.ts'
import { visibleText } from '../../output/visible-text.ts'
import { dryRunText } from '../run/dry-run.ts'
import { listText } from './ask-trust.ts'

/**
 * Returns what repeating a record would do, for people. Nothing that the record names is started, fetched or loaded:
 * suites of this repository are loaded in the pinned Node.
 *
 * @returns null when the signal came
 * @throws UsageError for a case that a suite does not have
 */
export async function dryRepetitionText(
  options: RunCommandOptions,
  untrusted: readonly string[],
  signal: AbortSignal,
): Promise<string | null> {
  const { suites: words, repeats } = options.selection
  const targets = askedTargets(options.selection).map(({ text, row }) => ({ spec: parseTarget(text), row }))
  const ids = idsOf(targets.map(({ spec }) => visibleText(spec.text)))
  const planned = targets.map(({ spec, row }, index): PlannedTarget => {
    // A target that names no version is a local build: the record says what that was.
    const version = repeats?.targets[index]?.version ?? ''
    return { runtime: spec.runtime, version, row }
  })
  const files = words.filter(word => !isCatalogued(word)).map(word => visibleText(suiteLabel(word)))
  const selections = words.filter(isCatalogued).flatMap(select)
  const suites =
    selections.length === 0
      ? []
      : await inWorkspace(signal, workspace => planSuites(selections, options, planned, workspace, signal))
  if (suites === null) return null
  return [
    `Targets, of which none was started:\n${ids.map(id => `  ${id}`).join('\n')}`,
    ...(suites.length > 0 ? [dryRunText({ suites, targets: ids.map(id => ({ id })) }, options)] : []),
    ...(files.length > 0
      ? [
          `Suite files that the record names, which were not loaded, so that neither their groups nor their time is known:\n${listText(files)}`,
        ]
      : []),
    ...(untrusted.length > 0
      ? [`To repeat this record takes --trust, or a yes at a terminal:\n${listText(untrusted)}`]
      : []),
    ...(suites.length > 0 ? [] : ['Nothing was measured.']),
  ].join('\n\n')
}
