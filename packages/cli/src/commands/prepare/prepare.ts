import { LaunchError, type PrepareEvents, preparableApps, prepareApp } from '@steelyard/launcher'
import { ALL, type Selection, select, UsageError } from '@steelyard/measure'
import { formatMemory, NAME } from '@steelyard/text'

/** The outcome for one app, as a sentence for people. */
export interface Preparation {
  readonly isReady: boolean
  readonly text: string
}

/**
 * Builds every app that the named suites need, one after the other, the rest also when one fails.
 *
 * @param words as for a run
 * @throws UsageError for a suite that does not exist
 */
export async function prepareSuites(
  words: readonly string[],
  events: PrepareEvents,
  onReady: (preparation: Preparation) => void,
): Promise<boolean> {
  const selections = words.flatMap(whole)
  let isReady = true
  for (const { file, label } of selections) {
    if (typeof file !== 'string') continue
    const apps = await preparableApps(file)
    if (apps.size === 0 && !words.includes(ALL)) {
      onReady({ isReady: true, text: `${label} needs no preparation.` })
    }
    for (const folder of apps.values()) {
      const preparation = await prepareOne(label, folder, events)
      isReady &&= preparation.isReady
      onReady(preparation)
    }
  }
  return isReady
}

function whole(word: string): readonly Selection[] {
  const selections = select(word)
  const [{ caseId, label } = { caseId: null, label: '' }] = selections
  if (caseId === null) return selections
  throw new UsageError(
    `Cannot prepare ${word}: cases share their apps. Prepare the suite: ${NAME} prepare ${label}`,
  )
}

async function prepareOne(label: string, folder: string, events: PrepareEvents): Promise<Preparation> {
  const startedMs = performance.now()
  try {
    const { name, facts, isNew } = await prepareApp(folder, {
      ...events,
      onProgress: text => events.onProgress(`${label}/${text}`),
    })
    const seconds = Math.round((performance.now() - startedMs) / 1000)
    const how = isNew ? `was built in ${seconds} s` : 'was built before'
    const versions = Object.entries(facts.packages).map(([one, version]) => `${one} ${version}`)
    const from = versions.length > 0 ? `: ${versions.join(', ')}` : ''
    return { isReady: true, text: `${label}/${name} ${how}, ${formatMemory(facts.sizeBytes)}${from}.` }
  } catch (error) {
    if (!(error instanceof LaunchError)) throw error
    const output = error.output === '' ? '' : `\n${error.output.replaceAll(/^/gm, '  ')}`
    return { isReady: false, text: `${error.message}${output}` }
  }
}
