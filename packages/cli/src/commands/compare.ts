import { type Command, Option } from 'commander'
import { collect, type RawOptions, runOptions, withRunOptions } from './options.ts'
import type { Choose } from './request.ts'
import { runRequest } from './run.ts'

export function addCompareCommand(program: Command, choose: Choose): void {
  withRunOptions(
    program
      .command('compare')
      .description('hold one or more targets against a base, case by case')
      .usage('<suite[/case]…|file…> --base <target> --head <target> [options]')
      .argument('<suites...>', 'suites, suite/case or suite files'),
  )
    .requiredOption('--base <target>', 'the target the others are held against')
    .option('--head <target>', 'a target to judge; repeat for more (at least one)', collect)
    .addOption(new Option('--timer <name>').hideHelp())
    .action((suites: string[], options: RawOptions) => {
      if (options.timer !== undefined) {
        program.error(
          "error: only Steelyard's own timer sets targets side by side; leave --timer out, or use it without compare",
        )
      }
      if (!options.head?.length) program.error('error: name a target to judge with --head')
      const targets = [options.base ?? '', ...(options.head ?? [])]
      choose(runRequest('compare', { ...runOptions(suites, targets, options), by: 'targets' }))
    })
}
