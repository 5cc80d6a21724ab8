import { planCompare, withFlags } from '@steelyard/measure'
import { defineCommand } from '../../options/define-command.ts'
import { askedSuites } from '../../options/expressions.ts'
import { runOptions } from '../../options/run-options.ts'
import { optionsOf } from '../../options/table.ts'
import { asUsage } from '../../process/as-usage.ts'
import { carryOutRun } from '../run/carry-out-run.ts'

export const addCompareCommand = defineCommand({
  name: 'compare',
  description: 'compare one or more targets with a base, case by case',
  usage: '<suite…|-e expression…> --base <a> --head <b> [options]',
  words: { '[suites...]': 'suites, suite/case or suite files' },
  options: optionsOf('compare'),
  asked(given, words, command) {
    const { base: wanted, heads: judged, flags, baseRebuilt, attribute, evidenceFolder } = given
    if (judged.length === 0 && flags.length < 2) {
      command.error('error: name a target to judge with --head')
    }
    const suites = askedSuites(words, given, command, "missing required argument 'suites'")
    const { runtimes, plan } = asUsage([SyntaxError], () => {
      const flagged = (...texts: readonly string[]) => withFlags(texts, flags).map(({ text }) => text)
      const [base = wanted, ...heads] = flagged(wanted, ...judged)
      const [rebuilt = null] = baseRebuilt === null ? [] : flagged(baseRebuilt)
      return planCompare({ base, heads, rebuilt, attribute, evidence: evidenceFolder !== null })
    })
    const asked = runOptions(suites, given, { runtimes, flags: [], by: 'targets', compare: plan })
    return { ...asked, rules: { ...asked.rules, control: given.control || plan.evidence } }
  },
  execute: (options, args) => carryOutRun(options, args),
})
