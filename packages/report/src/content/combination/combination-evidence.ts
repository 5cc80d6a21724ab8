import type { CombinationRecord } from '@steelyard/record'
import { counted, nameList, type Phrase, PROGRAM } from '@steelyard/text'
import type { OutlinePage } from '../outline.ts'
import { combinationPage } from './combination-page.ts'

/** Returns what records say together as evidence: first what it lacks, in the end what it leaves out, and how to repeat it. */
export function combinationEvidence(combination: CombinationRecord): OutlinePage {
  const page = combinationPage(combination)
  return {
    ...page,
    lead: [lackPhrase(combination), ...page.lead],
    foot: [
      { title: 'What this does not cover', items: notCovered(combination).map(item => [item]) },
      {
        about: 'To compute it again, from the folder of this file, whose `records` are those combined here:',
        command: `${PROGRAM} combine records --threshold ${Number((100 * combination.rules.threshold).toPrecision(9))}`,
      },
    ],
  }
}

/** Empty where nothing is lacking. */
function lackPhrase({ records, comparisons }: CombinationRecord): Phrase {
  const used = records.filter(({ use }) => use === 'used')
  const weak = used.filter(({ evidence }) => !evidence).map(({ file }) => file)
  const hasConclusion = comparisons.some(
    ({ conclusion }) =>
      conclusion.kind !== 'inconclusive' && conclusion.kind !== 'not separable from the hour',
  )
  if (weak.length === 0 && hasConclusion) return []
  return [
    { text: 'This is not evidence, or not in full.', role: 'trouble' },
    ' Evidence takes 20 launches of each group and a control in every record',
    ...(weak.length === 0
      ? []
      : [
          `; ${weak.length} of ${counted(used.length, 'record')} were not made as evidence (`,
          ...nameList(weak, weak.length),
          ')',
        ]),
    hasConclusion ? '.' : '; nothing is concluded.',
  ]
}

function notCovered({ comparisons, machines }: CombinationRecord): string[] {
  const cpus = new Set(machines.map(({ cpuId }) => cpuId)).size
  return [
    comparisons.some(({ unseen }) => unseen !== null)
      ? 'Machines that were not measured, beyond the lines above: it holds as far as those measured are a fair sample of them.'
      : `Machines that were not measured: ${counted(cpus, 'CPU')} cannot show how far they differ.`,
    'Why machines differ: in what they differ are candidates, not causes.',
    'Other builds of the same source: building alone can change a time.',
  ]
}
