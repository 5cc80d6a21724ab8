import type { CombinationRecord } from '@steelyard/record'
import { counted, PROGRAM } from '@steelyard/text'
import { combinationOutline } from '../content/combination/combination-document.ts'
import { markdownFence, markdownText } from './markdown-text.ts'
import { bullets } from './print-blocks.ts'
import { outlineParts } from './render-outline.ts'

/**
 * Returns what several records say together as evidence for a pull request or a review: first what it lacks, and in the end what it does not cover
 * and how to compute it again from the records next to it.
 */
export function renderCombinationEvidence(combination: CombinationRecord): string {
  const outline = combinationOutline(combination, 'first')
  const [title = '', ...rest] = outlineParts(outline)
  const parts = [
    title,
    ...lacks(combination),
    ...rest,
    '#### What this does not cover',
    ...bullets(notCovered(combination).map(item => [item])),
    '#### To compute it again',
    'From the folder of this file, whose `records` are those combined here:',
    markdownFence('sh', `${PROGRAM} combine records`),
  ]
  return `${parts.join('\n\n')}\n`
}

function lacks({ records, comparisons }: CombinationRecord): string[] {
  const used = records.filter(({ use }) => use === 'used')
  const weak = used.filter(({ evidence }) => !evidence)
  const hasConclusion = comparisons.some(
    ({ conclusion }) =>
      conclusion.kind !== 'inconclusive' && conclusion.kind !== 'not separable from the hour',
  )
  const reasons = [
    ...(weak.length === 0
      ? []
      : [
          `${weak.length} of ${counted(used.length, 'record')} were not made as evidence (${weak.map(({ file }) => file).join(', ')})`,
        ]),
    ...(hasConclusion ? [] : ['nothing is concluded']),
  ]
  if (reasons.length === 0) return []
  return [
    `> **This is not evidence, or not in full.** Evidence takes 20 launches of each group and a control in every record; ${markdownText(reasons.join('; '))}.`,
  ]
}

function notCovered({ comparisons, machines }: CombinationRecord): string[] {
  const cpus = new Set(machines.map(({ cpuId }) => cpuId)).size
  return [
    comparisons.some(({ unseen }) => unseen !== null)
      ? 'Machines that were not measured, beyond the lines above: it holds as far as those measured are a fair sample of them.'
      : `Machines that were not measured: with ${counted(cpus, 'CPU')} nothing is said of them.`,
    'Why machines differ: in what they differ are candidates, not causes.',
    'Other builds of the same source: building alone can change a time.',
  ]
}
