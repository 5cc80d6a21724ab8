import { inspect } from 'node:util'
import type { ResultRecord, RunRecord } from '@steelyard/record'
import { exportable } from './entries.ts'
import { type LaunchValue, launchValues } from './launch-values.ts'

/**
 * What `benchmark/compare.js` of Node core prints and its `compare.R` reads: a line for each launch of both sides, `old`
 * and `new` in turn. A rate is iterations a second, whatever a file counts; `time` is that of all batches, in seconds.
 */
export function nodeCompare(records: readonly RunRecord[]): Iterable<string> {
  const sides = records.map(sidesOf)
  const [first] = sides
  if (sides.some(({ base, head }) => base !== first?.base || head !== first.head)) {
    throw new RangeError(
      'Cannot write these records as node-compare: they compare different targets. Export them one by one.',
    )
  }
  return lines(records)
}

function* lines(records: readonly RunRecord[]): Iterable<string> {
  yield '"binary","filename","configuration","rate","time"\n'
  for (const record of records) yield* pairLines(record)
}

/** The format knows two builds, and nothing of cases that are compared with each other. */
function sidesOf({ targets, compared }: RunRecord) {
  const ids = compared === null ? targets.map(({ id }) => id) : [compared.base, ...compared.heads]
  const [base, head] = ids
  if (base === undefined || head === undefined || ids.length !== 2) {
    throw new RangeError(
      `Cannot write this record as node-compare: it has ${ids.length} ${ids.length === 1 ? 'target' : 'targets'} (${ids.join(', ')}), and that format has two, old and new. Export a record of bench compare with one head.`,
    )
  }
  return { base, head }
}

function* pairLines(record: RunRecord): Iterable<string> {
  const { base, head } = sidesOf(record)
  const results = exportable(record)
  const keyOf = ({ suite, case: caseId, params, timer }: ResultRecord) =>
    JSON.stringify([suite, caseId, params, timer])
  const heads = new Map(results.filter(({ target }) => target === head).map(one => [keyOf(one), one]))
  for (const old of results.filter(({ target }) => target === base)) {
    const other = heads.get(keyOf(old))
    if (other === undefined) continue
    const [olds, news] = [launchValues(old), launchValues(other)]
    for (let launch = 0; launch < Math.max(olds.length, news.length); launch++) {
      yield* line('old', old, olds[launch])
      yield* line('new', other, news[launch])
    }
  }
}

function* line(binary: string, result: ResultRecord, value: LaunchValue | undefined): Iterable<string> {
  if (value === undefined) return
  const { suite, case: caseId, params, timer } = result
  // compare.R pools rows of one file and configuration.
  const shown = timer === 'steelyard' ? params : { ...params, timer }
  const configuration = Object.entries(shown).map(([name, param]) => `${name}=${inspect(param)}`)
  const texts = [binary, `${suite}/${caseId}`, configuration.join(' ')].map(quoted)
  const seconds = (value.iterations * value.wallNs) / 1e9
  yield `${[...texts, 1e9 / value.wallNs, seconds].join(',')}\n`
}

/** A line break would be read as the end of a row. */
function quoted(text: string): string {
  return `"${text.replaceAll(/[\r\n]+/g, ' ').replaceAll('"', '""')}"`
}
