import { planCompare, UsageError, withFlags } from '@steelyard/measure'
import { type Command, Option } from 'commander'
import { askedSuites, type RawExpressions, withExpressions } from '../../options/expressions.ts'
import type { Select } from '../../options/invocation.ts'
import { collect, GROUP, type RawOptions, runOptions, withRunOptions } from '../../options/options.ts'
import { runRequest } from '../run/command.ts'

interface RawCompareOptions extends RawOptions {
  readonly base: string
  readonly attribute?: true
  readonly baseRebuilt?: string
  readonly evidence?: string
}

export function addCompareCommand(program: Command, select: Select): void {
  const command = withExpressions(
    program
      .command('compare')
      .description('compare one or more targets with a base, case by case')
      .usage('<suite…|-e expression…> --base <a> --head <b> [options]')
      .argument('[suites...]', 'suites, suite/case or suite files')
      .optionsGroup(GROUP.what),
  )
  withRunOptions(
    command
      .requiredOption('--base <target>', 'target that the heads are compared with')
      .option('--head <target>', 'target to judge; repeatable (at least one)', collect)
      .option('--attribute', 'measure what each flag of the head does, alone and added to the others')
      .option(
        '--base-rebuilt <target>',
        "second build of the base's source, made as the head was: shows the effect of building alone",
      ),
  )
    .optionsGroup(GROUP.results)
    .option(
      '--evidence <dir>',
      'folder for evidence for a review: Markdown, record, chart; makes 20 launches, with a control',
    )
    .addOption(new Option('--timer <name>').hideHelp())
    .action((words: string[], options: RawCompareOptions & RawExpressions) => {
      const refused = refusedWith(options)
      if (refused !== null) program.error(`error: ${refused}`)
      const suites = askedSuites(words, options, command, "missing required argument 'suites'")
      const { runtimes, plan } = planned(options)
      const asked = runOptions(suites, runtimes, options)
      select(
        runRequest('compare', {
          ...asked,
          selection: { ...asked.selection, by: 'targets', flags: [], compare: plan },
          rules: { ...asked.rules, control: asked.rules.control || plan.evidence },
          output: { ...asked.output, evidenceFolder: options.evidence ?? null },
        }),
      )
    })
}

/** Returns which options exclude each other; null when none do. */
function refusedWith(options: RawCompareOptions): string | null {
  const { timer, head, flags, evidence, quick } = options
  if (timer !== undefined) {
    return "only Steelyard's own timer compares targets; leave --timer out, or use it without compare"
  }
  if (!head?.length && (flags ?? []).length < 2) return 'name a target to judge with --head'
  if (evidence !== undefined && quick) return 'a preview is no evidence; leave --quick or --evidence out'
  return null
}

function planned(options: RawCompareOptions): ReturnType<typeof planCompare> {
  const variants = withFlags([options.base, ...(options.head ?? [])], options.flags ?? [])
  const [base = options.base, ...heads] = variants.map(({ text }) => text)
  try {
    return planCompare({
      base,
      heads,
      rebuilt: options.baseRebuilt ?? null,
      attribute: options.attribute ?? false,
      evidence: options.evidence !== undefined,
    })
  } catch (error) {
    if (error instanceof SyntaxError) throw new UsageError(error.message)
    throw error
  }
}
