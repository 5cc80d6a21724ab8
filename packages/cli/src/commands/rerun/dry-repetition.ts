import {
  type BinaryHere,
  binaryHere,
  cachedFlags,
  isExactVersion,
  parseTarget,
  type TargetSpec,
} from '@steelyard/launcher'
import type { PlannedTarget, RunSelection } from '@steelyard/measure'
import {
  askedTargets,
  flagFault,
  idsOf,
  inWorkspace,
  isCatalogued,
  planSuites,
  select,
  suiteLabel,
  UsageError,
} from '@steelyard/measure'
import { runners } from '@steelyard/runners'
import type { RunCommandOptions } from '../../options/run-options.ts'
import { visibleText } from '../../output/visible-text.ts'
import { dryRunText } from '../run/dry-run.ts'
import { listText } from './ask-trust.ts'

/**
 * Returns what repeating a record would do, for people. Nothing that the record names is started, fetched or loaded:
 * suites of this repository are loaded in the pinned Node, and flags are looked up among those that builds reported before.
 *
 * @param untrusted what would have to be trusted
 * @returns null when the signal came
 * @throws UsageError for a case that a suite does not have, or a flag that a build is known not to know
 */
export async function dryRepetitionText(
  options: RunCommandOptions,
  untrusted: readonly string[],
  signal: AbortSignal,
): Promise<string | null> {
  const { selection } = options
  const targets = askedTargets(selection).map(({ text, row }) => ({ spec: parseTarget(text), row }))
  const ids = idsOf(targets.map(({ spec }) => visibleText(spec.text)))
  const lines: string[] = []
  for (const [index, { spec }] of targets.entries()) {
    lines.push(`  ${ids[index]}: ${await stateOf(spec, versionOf(selection, index))}`)
  }
  const planned = targets.map(
    ({ spec, row }, index): PlannedTarget => ({
      id: ids[index] ?? '',
      runtime: spec.runtime,
      version: versionOf(selection, index),
      row,
    }),
  )
  const files = selection.suites.filter(word => !isCatalogued(word))
  const selections = selection.suites.filter(isCatalogued).flatMap(select)
  const suites =
    selections.length === 0
      ? []
      : await inWorkspace(signal, workspace => planSuites(selections, options, planned, workspace, signal))
  if (suites === null) return null
  const plan = dryRunText({ suites, targets: planned }, options)
  return [
    `Targets, of which none was started:\n${lines.join('\n')}`,
    ...(suites.length > 0 ? [plan] : []),
    ...(files.length > 0
      ? [
          `Suite files that the record names, which were not loaded, so that neither their groups nor their time is known:\n${listText(files.map(word => visibleText(suiteLabel(word))))}`,
        ]
      : []),
    ...(untrusted.length > 0
      ? [`To repeat this record takes --trust, or a yes at a terminal:\n${listText(untrusted)}`]
      : []),
    ...(suites.length > 0 ? [] : ['Nothing was measured.']),
  ].join('\n\n')
}

/** A target that names no version is a local build: the record says what that was. */
function versionOf({ repeats }: RunSelection, index: number): string {
  return repeats?.targets[index]?.version ?? ''
}

async function stateOf(spec: TargetSpec, version: string): Promise<string> {
  if (spec.version !== null && !isExactVersion(spec.version))
    return 'not looked for, since it is not one release'
  const here = await binaryHere(spec)
  return `${placeText(here)}; ${await flagsText(spec, version, here)}`
}

function placeText(here: BinaryHere | null): string {
  if (here === null) return 'not on this machine, to be fetched from the npm registry'
  return {
    path: 'your own build, by its SHA-256 that of the record',
    pinned: 'the pinned build',
    cache: 'fetched before',
  }[here.from]
}

async function flagsText(spec: TargetSpec, version: string, here: BinaryHere | null): Promise<string> {
  if (spec.flags.length === 0) return 'no flags'
  const known = here && (await cachedFlags({ runtime: spec.runtime, sha256: here.sha256 }))
  if (known === null) return 'flags not checked, since a dry run does not ask a build which it knows'
  const fault = flagFault(runners[spec.runtime].name, version, spec.flags, known)
  if (fault !== null) throw new UsageError(fault)
  return 'knows its flags'
}
