import { defineCommand } from '../../options/define-command.ts'
import { ProgressLine } from '../../output/progress.ts'
import { stderr, stdout } from '../../output/streams.ts'
import { EXIT } from '../../process/exit-code.ts'
import { untilInterrupted } from '../../process/measuring.ts'
import { prepareSuites } from './prepare.ts'

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
