import type { Command } from 'commander'
import type { Select } from '../../options/invocation.ts'
import {
  type CommonOptions,
  GROUP,
  runOptions,
  runtimeOption,
  withCommonOptions,
} from '../../options/options.ts'
import { suitesOption, withOwnSuites } from '../../options/own-suites.ts'
import { OTHER_TIMERS, runRequest } from '../run/command.ts'

export function addAgreeCommand(program: Command, select: Select): void {
  withCommonOptions(
    program
      .command('agree')
      .description('compare other timers with Steelyard: where they differ, and possible causes')
      .usage('<suite[/case]…|file…> [options]')
      .argument('<suites...>', 'suites, suite/case or suite files')
      .optionsGroup(GROUP.what)
      .addOption(runtimeOption())
      .addOption(suitesOption()),
  ).action((words: string[], options: CommonOptions & { readonly suites?: string[] }) => {
    const suites = withOwnSuites(words, options.suites ?? [])
    const raw = { metric: 'wall', precision: 1, threshold: 1, ...options } as const
    const asked = runOptions(suites, options.runtime ?? [], raw)
    const rules = { ...asked.rules, timers: ['steelyard', ...OTHER_TIMERS] as const }
    select(runRequest('agree', { ...asked, rules }))
  })
}
