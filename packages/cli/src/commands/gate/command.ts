import { planCompare } from '@steelyard/measure'
import type { RunRecord } from '@steelyard/record'
import { defineCommand } from '../../options/define-command.ts'
import { required, text } from '../../options/entry.ts'
import { withOwnSuites } from '../../options/own-suites.ts'
import { type RunCommandOptions, runOptions } from '../../options/run-options.ts'
import { optionsOf } from '../../options/table.ts'
import { checkDestinations, type Kept, keep } from '../../output/destinations.ts'
import type { Output } from '../../output/output.ts'
import { ProgressLine } from '../../output/progress.ts'
import { shown } from '../../output/shown-path.ts'
import { stderr } from '../../output/streams.ts'
import { giveOutlines, peopleOf, sayAll } from '../../output/write-results.ts'
import { asUsage } from '../../process/as-usage.ts'
import { EXIT, exitCodeOf, exitCodeOfEnd } from '../../process/exit-code.ts'
import { measuring } from '../../process/measuring.ts'
import { type Journaled, overJournal } from '../../process/run-journal.ts'
import { checkCases, checkNames } from '../run/check-asked.ts'
import { type GateOutcome, gate } from './gate.ts'
import { gateOutline, slowerOf } from './gate-outline.ts'

const PRECISION = 0.03

export const addGateCommand = defineCommand({
  name: 'gate',
  description: 'find what a build makes slower among all cases of a folder, and confirm it',
  usage: '<file, folder or suite…> --base <a> --head <b> [options]',
  words: { '<suites...>': 'benchmark files, folders, globs, or suites' },
  options: { head: required(text('--head <target>', { help: 'target to judge' })), ...optionsOf('gate') },
  help: `
Every case is screened in 5 to 20 launches. What looks slower is measured again
in 20 fresh ones, which alone decide. The exit code is 1 where a case is
confirmed slower, fails, or runs on the base alone, or a file cannot be loaded,
else 0. docs/compare.md explains the rule.`,
  asked(given, words) {
    const { base, head, precision } = given
    const plain = { rebuilt: null, attribute: false, evidence: false }
    const { runtimes, plan } = asUsage([SyntaxError], () => planCompare({ base, heads: [head], ...plain }))
    const screened = { ...given, precision: precision ?? PRECISION }
    const suites = withOwnSuites(words, given.suites)
    return runOptions(suites, screened, { runtimes, by: 'targets', compare: plan })
  },
  execute,
})

async function execute(options: RunCommandOptions, args: readonly string[]): Promise<number> {
  await checkDestinations(options.output)
  checkNames(options.selection)
  const gateAll = (signal: AbortSignal) =>
    overJournal(args, options.rules.seed, signal, async (seed, context) => {
      const begun = { ...options, rules: { ...options.rules, seed } }
      const line = new ProgressLine()
      const progress = (text: string) => line.show(text)
      const gating = gate(begun, { ...context, progress }, ({ problems }) => sayAll(problems))
      const outcome = await gating.finally(() => line.clear())
      if ('records' in outcome) {
        const code = await writeInterrupted(outcome.records, begun, context.signal)
        return { code, isDone: false }
      }
      return await write(outcome, begun)
    })
  return measuring(gateAll, signal => checkCases(options, signal))
}

/** What was measured is kept; nothing is decided by it. */
async function writeInterrupted(
  records: readonly RunRecord[],
  options: RunCommandOptions,
  signal: AbortSignal,
): Promise<number> {
  const kept = await keepAll(records, options)
  const code = exitCodeOfEnd(signal)
  const begun = code === EXIT.interrupted ? 'Interrupted: no' : 'No'
  stderr.say(`${begun} case is judged${records.length === 0 ? ', and there is no record' : ''}.\n`)
  sayKept(kept, stderr)
  return code === EXIT.done && kept.some(({ isIncomplete }) => isIncomplete) ? EXIT.failed : code
}

function keepAll(records: readonly RunRecord[], options: RunCommandOptions): Promise<Kept[]> {
  return Promise.all(records.map(record => keep(record, { ...options.output, json: null, markdown: null })))
}

function sayKept(kept: readonly Kept[], people: Output): void {
  for (const { file } of kept) if (file !== null) people.say(`Record: ${shown(file)}\n`)
  sayAll(kept.flatMap(({ troubles }) => troubles))
}

async function write(outcome: GateOutcome, options: RunCommandOptions): Promise<Journaled> {
  const { output } = options
  const { screening, confirmation } = outcome
  const records = [screening, ...(confirmation === null ? [] : [confirmation])]
  const kept = await keepAll(records, options)
  const isWritten = await giveOutlines([gateOutline(outcome)], output, () => dataOf(outcome))
  sayKept(kept, peopleOf(output.json, output.markdown))
  const isDone = isWritten && kept.every(({ isIncomplete }) => !isIncomplete)
  const isWhole =
    outcome.problems.length === 0 &&
    outcome.gaps.every(({ target }) => target !== outcome.head) &&
    records.every(one => exitCodeOf(one, null) === EXIT.done)
  const isPassed = isDone && isWhole && slowerOf(outcome.cases).length === 0
  return { code: isPassed ? EXIT.done : EXIT.failed, isDone }
}

function dataOf({ screening, confirmation, ...rest }: GateOutcome) {
  const ids = { screening: screening.id, confirmation: confirmation?.id ?? null }
  return { schema: 'steelyard/gate@1', ...rest, ...ids }
}
