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

/** Builds every app that the suites need, one after the other, the rest also when one fails. */
async function prepared(suites: readonly string[], signal: AbortSignal): Promise<number> {
  const line = new ProgressLine(0)
  const events = { signal, onProgress: (text: string) => line.show(text) }
  let code: number = EXIT.done
  try {
    for (const { file, label } of suites.flatMap(whole)) {
      if (typeof file !== 'string') continue
      const apps = await preparableApps(file)
      if (apps.size === 0 && !suites.includes(ALL)) stdout.say(`${label} needs no preparation.\n`)
      for (const folder of apps.values()) {
        const { isReady, text } = await prepareOne(label, folder, events)
        line.clear()
        const output = isReady ? stdout : stderr
        output.say(`${text}\n`)
        if (!isReady) code = EXIT.failed
      }
    }
    return code
  } catch (error) {
    if (!signal.aborted) throw error
    stderr.say('Interrupted: unfinished apps were not saved.\n')
    return EXIT.interrupted
  }
}

function whole(word: string): readonly Selection[] {
  const selections = select(word)
  const [{ caseId, label } = { caseId: null, label: '' }] = selections
  if (caseId === null) return selections
  throw new UsageError(
    `Cannot prepare ${word}: cases share their apps. Prepare the suite: ${NAME} prepare ${label}`,
  )
}

async function prepareOne(label: string, folder: string, events: PrepareEvents) {
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
