import {
  askedTargets,
  inWorkspace,
  isCatalogued,
  type PlannedTarget,
  planSuites,
  type RunOptions,
  type RunSelection,
  readTarget,
  select,
} from '@steelyard/measure'

/** Refuses names of suites and targets that cannot be read; starts nothing. UsageError names what is near. */
export function checkNames(asked: Pick<RunSelection, 'suites' | 'runtimes' | 'flags'>): void {
  asked.suites.flatMap(select)
  for (const { text } of askedTargets(asked)) readTarget(text)
}

/**
 * Loads suites of this repository and refuses cases, parameters and options that they do not have. Other files are loaded
 * on their targets, which may be fetched for it: what is wrong with them is found later.
 *
 * @throws UsageError that names what is near
 */
export async function checkCases(options: RunOptions, signal: AbortSignal): Promise<void> {
  const { selection } = options
  if (!selection.suites.every(isCatalogued)) return
  const targets = askedTargets(selection).map(({ text, row }): PlannedTarget => {
    const { runtime, version } = readTarget(text)
    return { runtime, version: version ?? '', row }
  })
  await inWorkspace(signal, workspace =>
    planSuites(selection.suites.flatMap(select), options, targets, workspace, signal),
  )
}
