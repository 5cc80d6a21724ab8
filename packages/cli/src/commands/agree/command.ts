import type { Command } from 'commander'
import { addOptions } from '../../options/add-options.ts'
import type { Select } from '../../options/invocation.ts'
import { withOwnSuites } from '../../options/own-suites.ts'
import { runOptions } from '../../options/run-options.ts'
import { OTHER_TIMERS } from '../../options/table/how.ts'
import { optionsOf } from '../../options/table.ts'
import { runRequest } from '../run/command.ts'

const PRECISION = 0.01

export function addAgreeCommand(program: Command, select: Select): void {
  const command = program
    .command('agree')
    .description('compare other timers with Steelyard: where they differ, and possible causes')
    .usage('<suite[/case]…|file…> [options]')
    .argument('<suites...>', 'suites, suite/case or suite files')
  const given = addOptions(command, optionsOf('agree'))
  command.action((words: string[]) => {
    const values = given()
    const asked = runOptions(withOwnSuites(words, values.suites), values)
    const timers = ['steelyard', ...OTHER_TIMERS] as const
    select(runRequest('agree', { ...asked, rules: { ...asked.rules, timers, precision: PRECISION } }))
  })
}
