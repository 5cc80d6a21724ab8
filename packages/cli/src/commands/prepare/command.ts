import { LaunchError, type PrepareEvents, preparableApps, prepareApp } from '@steelyard/launcher'
import { ALL, type Selection, select, UsageError } from '@steelyard/measure'
import { formatMemory, NAME } from '@steelyard/text'
import { defineCommand } from '../../options/define-command.ts'
import { ProgressLine } from '../../output/progress.ts'
import { stderr, stdout } from '../../output/streams.ts'
import { EXIT } from '../../process/exit-code.ts'
import { untilInterrupted } from '../../process/measuring.ts'

export const addPrepareCommand = defineCommand({
  name: 'prepare',
  description: 'build the apps that a suite of servers needs, from npm packages, and cache them',
  words: { '<suites...>': 'suites, suite files, or all' },
  options: {},
  asked: (_, suites) => ({ suites }),
  execute: ({ suites }) => untilInterrupted(signal => prepared(suites, signal)),
})

async function prepared(suites: readonly string[], signal: AbortSignal): Promise<number> {
  const line = new ProgressLine(0)
  try {
    const events = { signal, onProgress: (text: string) => line.show(text) }
    const isReady = await prepareSuites(suites, events, one => {
      line.clear()
      const output = one.isReady ? stdout : stderr
      output.say(`${one.text}\n`)
    })
    return isReady ? EXIT.done : EXIT.failed
  } catch (error) {
    if (!signal.aborted) throw error
    stderr.say('Interrupted: unfinished apps were not saved.\n')
    return EXIT.interrupted
  }
}

/** The outcome for one app, as a sentence for people. */
interface Preparation {
  readonly isReady: boolean
  readonly text: string
}

/**
 * Builds every app that the named suites need, one after the other, the rest also when one fails.
 *
 * @param words as for a run
 * @throws UsageError for a suite that does not exist
 */
async function prepareSuites(
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
