import { planCompare, UsageError, withFlags } from '@steelyard/measure'
import type { Command } from 'commander'
import { addOptions } from '../../options/add-options.ts'
import type { ValuesOf } from '../../options/entry.ts'
import { askedSuites } from '../../options/expressions.ts'
import type { Select } from '../../options/invocation.ts'
import { runOptions } from '../../options/run-options.ts'
import { type OptionsOf, optionsOf } from '../../options/table.ts'
import { runRequest } from '../run/command.ts'

export function addCompareCommand(program: Command, select: Select): void {
  const command = program
    .command('compare')
    .description('compare one or more targets with a base, case by case')
    .usage('<suite…|-e expression…> --base <a> --head <b> [options]')
    .argument('[suites...]', 'suites, suite/case or suite files')
  const given = addOptions(command, optionsOf('compare'))
  command.action((words: string[]) => {
    const values = given()
    if (values.heads.length === 0 && values.flags.length < 2) {
      command.error('error: name a target to judge with --head')
    }
    const suites = askedSuites(words, values, command, "missing required argument 'suites'")
    const { runtimes, plan } = planned(values)
    const asked = runOptions(suites, values, { runtimes, flags: [], by: 'targets', compare: plan })
    const control = values.control || plan.evidence
    select(runRequest('compare', { ...asked, rules: { ...asked.rules, control } }))
  })
}

function planned(values: ValuesOf<OptionsOf<'compare'>>): ReturnType<typeof planCompare> {
  const { base: wanted, heads: judged, flags, baseRebuilt, attribute, evidenceFolder } = values
  const [base = wanted, ...heads] = withFlags([wanted, ...judged], flags).map(({ text }) => text)
  return planOr({ base, heads, rebuilt: baseRebuilt, attribute, evidence: evidenceFolder !== null })
}

/** @throws UsageError also for a target that cannot be read */
export function planOr(asked: Parameters<typeof planCompare>[0]): ReturnType<typeof planCompare> {
  try {
    return planCompare(asked)
  } catch (error) {
    if (error instanceof SyntaxError) throw new UsageError(error.message)
    throw error
  }
}
