import { LaunchError } from '@steelyard/launcher'
import { DEFAULT_SECONDS, inWorkspace, suiteLabel } from '@steelyard/measure'
import { defineCommand } from '../../options/define-command.ts'
import { required, text } from '../../options/entry.ts'
import { askedSuite } from '../../options/expressions.ts'
import { optionsOf } from '../../options/table.ts'
import { stderr, stdout } from '../../output/streams.ts'
import { caught } from '../../process/as-usage.ts'
import { EXIT } from '../../process/exit-code.ts'
import { untilInterrupted } from '../../process/measuring.ts'
import { type EmitOptions, emit } from './emit.ts'

const OPTIONS = {
  runtime: required(text('--runtime <target>', { help: 'target to write the file for' })),
  ...optionsOf('emit'),
} as const

export const addEmitCommand = defineCommand({
  name: 'emit',
  description: 'write one case to a standalone file, for perf, gdb, --cpu-prof or a bug report',
  usage: '<suite/case|-e expression> --runtime <target> [options]',
  words: { '[suite/case]': 'one case; of a suite file the one that --case names' },
  options: OPTIONS,
  asked: (given, words, command): EmitOptions => ({
    ...given,
    suite: askedSuite(words, given, command),
    timeSeconds: given.timeSeconds ?? DEFAULT_SECONDS.emit,
  }),
  async execute(options) {
    const emitted = await untilInterrupted(signal =>
      inWorkspace(signal, workspace => emit(options, workspace, signal)),
    ).catch(caught(LaunchError))
    if (emitted === null) return EXIT.interrupted
    if (emitted instanceof LaunchError) {
      stderr.say(`Cannot emit ${suiteLabel(options.suite)} for ${options.runtime}: it ${emitted.message}.\n`)
      return EXIT.failed
    }
    stdout.say(`${emitted}\n`)
    return EXIT.done
  },
})
