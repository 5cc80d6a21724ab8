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

const AGREE_SECONDS = 600
const QUICK_AGREE_SECONDS = 180

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
    [AGREE_SECONDS, QUICK_AGREE_SECONDS],
  ).action((words: string[], options: CommonOptions & { readonly suites?: string[] }) => {
    const suites = withOwnSuites(words, options.suites ?? [])
    select(
      runRequest('agree', {
        ...runOptions(suites, options.runtime ?? [], {
          metric: 'wall',
          precision: 1,
          threshold: 1,
          ...options,
        }),
        timeSeconds: options.time ?? (options.quick ? QUICK_AGREE_SECONDS : AGREE_SECONDS),
        timers: ['steelyard', ...OTHER_TIMERS],
      }),
    )
  })
}
