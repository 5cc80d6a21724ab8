import { defineCommand } from '../../options/define-command.ts'
import { withOwnSuites } from '../../options/own-suites.ts'
import { runOptions } from '../../options/run-options.ts'
import { OTHER_TIMERS } from '../../options/table/how.ts'
import { optionsOf } from '../../options/table.ts'
import { carryOutRun } from '../run/carry-out-run.ts'

const PRECISION = 0.01

export const addAgreeCommand = defineCommand({
  name: 'agree',
  description: 'compare other timers with Steelyard: where they differ, and possible causes',
  usage: '<suite[/case]…|file…> [options]',
  words: { '<suites...>': 'suites, suite/case or suite files' },
  options: optionsOf('agree'),
  asked(given, words) {
    const asked = runOptions(withOwnSuites(words, given.suites), given)
    const timers = ['steelyard', ...OTHER_TIMERS] as const
    return { ...asked, rules: { ...asked.rules, timers, precision: PRECISION } }
  },
  execute: (options, args) => carryOutRun(options, args),
})
