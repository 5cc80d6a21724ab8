import type { ApartComparisonRecord, CombinationRecord, SourceRecord } from '@steelyard/record'
import { counted, joinPhrases, nameList, type Phrase } from '@steelyard/text'
import { caseName } from '../section.ts'

/** Returns what was given and is not in the answer, and why. */
export function notCombinedPhrases(combination: CombinationRecord): Phrase[] {
  return [...filesPhrases(combination), ...apartPhrases(combination), ...alonePhrases(combination)]
}

const USES: readonly (readonly [SourceRecord['use'], why: string])[] = [
  ['unidentified', 'no id of the CPU or the installation, so the machine may count already'],
  ['copy', 'the same measurement as another file, which counts once'],
  ['foreign', 'another tool measured, and there are no launches of both sides'],
  ['not paired', 'no comparison of contenders that shared launches'],
]

function filesPhrases({ records }: CombinationRecord): Phrase[] {
  return USES.flatMap(([use, why]) => {
    const files = records.filter(record => record.use === use).map(({ file }) => file)
    return files.length === 0 ? [] : [[...nameList(files), `: ${why}`]]
  })
}

const FIELDS: Readonly<Record<ApartComparisonRecord['by'][number], string>> = {
  code: 'the code of the suite',
  estimator: 'the way of estimating',
  affinity: 'the affinity',
  builds: 'the builds',
  load: 'the load',
  windowNs: 'the length of windows',
}

function apartPhrases({ apart, records }: CombinationRecord): Phrase[] {
  const fileOf = (id: string) => records.find(record => record.id === id)?.file ?? id
  const byKind = Map.groupBy(apart, ({ by, records: kinds }) => JSON.stringify([by, kinds]))
  return [...byKind.values()].flatMap(alike => {
    const [first] = alike
    if (first === undefined) return []
    const files = first.records.map(kind => nameList(kind.map(fileOf)))
    return [
      [
        ...nameList(alike.map(subject)),
        `: kept apart, since they differ in ${first.by.map(field => FIELDS[field]).join(' and ')}: `,
        ...joinPhrases(files, ' / '),
      ],
    ]
  })
}

function alonePhrases({ alone }: CombinationRecord): Phrase[] {
  if (alone.length === 0) return []
  const which = `${counted(alone.length, 'comparison')} ${alone.length === 1 ? 'is' : 'are'}`
  return [[`${which} in one record alone: `, ...nameList(alone.map(subject))]]
}

function subject(of: Pick<ApartComparisonRecord, 'suite' | 'case' | 'params' | 'head'>): string {
  return `${caseName(of)} on ${of.head}`
}
