import type { ComparisonRecord, ResultRecord } from '@steelyard/record'
import type { Charset } from '@steelyard/text'
import { formatRatio, glyphs, joinPhrases, name, nameList, type Phrase } from '@steelyard/text'
import { type Axis, axisOf, baseName, mainAxis } from './axis.ts'
import { configurationWarnings } from './configuration-warnings.ts'
import type { Section } from './section.ts'
import { statusWord } from './status-word.ts'

/**
 * Returns what a person reads first: one sentence for each target that is judged, with how many are slower,
 * faster, same or open, and which are the extremes. What was not set up alike comes before that. Of foreign results
 * nothing is judged.
 */
export function headlinesOf(section: Section, charset: Charset): Phrase[] {
  if (section.results.some(({ foreign }) => foreign !== undefined)) return []
  const axis = mainAxis(section)
  const comparisons = section.comparisons.filter(each => axisOf(each) === axis)
  const headlines = section.targets.flatMap(target => {
    const results = section.results.filter(result => result.target === target)
    const here = comparisons.filter(each => each.head === target)
    const bases = Array.from(new Set(here.map(each => baseName(each, axis))))
    if (bases.length > 0) {
      return bases.map(base =>
        headline(
          target,
          base,
          here.filter(each => baseName(each, axis) === base),
          results,
          charset,
        ),
      )
    }
    const isBase = comparisons.some(each => each.base === target)
    return results.length === 0 || isBase ? [] : [nothingCompared(target, section, results, axis)]
  })
  return [...configurationWarnings(section), ...acrossHeadlines(section, axis, charset), ...headlines]
}

/** A sentence for each case whose targets were compared too, where cases are; in the order of the cases. */
function acrossHeadlines(section: Section, axis: Axis, charset: Charset): Phrase[] {
  const across = section.comparisons.filter(each => each.paired && axisOf(each) === 'targets')
  if (axis === 'targets') return []
  const cases = section.results.map(result => result.case)
  const inOrder = across.toSorted((a, b) => cases.indexOf(a.case) - cases.indexOf(b.case))
  const byCase = Map.groupBy(inOrder, each => `${each.case}\0${each.base}`)
  return Array.from(byCase.values(), comparisons => {
    const found = comparisons.map(comparison => [
      name(comparison.head),
      ` ${formatRatio(comparison.ratio, charset)}${comparison.inTail ? ` ${glyphs(charset).tail}` : ''}`,
      ...verdictPhrase(comparison),
    ])
    const [{ case: caseId, base } = { case: '', base: '' }] = comparisons
    return [name(caseId), ' against ', name(base), ': ', ...joinPhrases(found, '; ')]
  })
}

function verdictPhrase({ verdict }: ComparisonRecord): Phrase {
  return verdict === null ? [] : [' ', { text: verdict, role: verdict }]
}

function headline(
  target: string,
  base: string,
  comparisons: readonly ComparisonRecord[],
  results: readonly ResultRecord[],
  charset: Charset,
): Phrase {
  const labelled = comparisons.map(comparison => ({ label: comparison.case, comparison }))
  const of = (verdict: ComparisonRecord['verdict']) =>
    labelled.filter(each => each.comparison.verdict === verdict)
  const findings = [
    extreme('slower', of('slower'), charset),
    extreme('faster', of('faster'), charset),
    listed('same', of('same')),
    listed('inconclusive', of('inconclusive')),
    range(of(null), charset),
    ...unmeasured(results),
  ].filter(phrase => phrase.length > 0)
  return [name(target), ' against ', name(base), ': ', ...joinPhrases(findings, '; ')]
}

interface Labelled {
  readonly label: string
  readonly comparison: ComparisonRecord
}

function extreme(verdict: 'slower' | 'faster', found: readonly Labelled[], charset: Charset): Phrase {
  const sorted = sortedByRatio(found)
  const most = verdict === 'slower' ? sorted.at(-1) : sorted[0]
  if (most === undefined) return []
  const count = { text: `${found.length} ${verdict}`, role: verdict }
  if (found.length === 1) return [count, ': ', ...labelledRatio(most, charset)]
  const reach = verdict === 'slower' ? 'up to' : 'down to'
  return [count, `, ${reach} ${ratioOf(most, charset)} (`, name(most.label), ')']
}

function listed(verdict: 'same' | 'inconclusive', found: readonly Labelled[]): Phrase {
  if (found.length === 0) return []
  const count = { text: `${found.length} ${verdict}`, role: verdict }
  return [count, ': ', ...nameList(found.map(each => each.label))]
}

function range(found: readonly Labelled[], charset: Charset): Phrase {
  const sorted = sortedByRatio(found)
  const [least] = sorted
  const most = sorted.at(-1)
  if (least === undefined || most === undefined) return []
  const count = `${found.length} ${kindOf(found)}`
  if (least === most) return [`${count}: `, ...labelledRatio(least, charset)]
  return [`${count}, from `, ...labelledRatio(least, charset), ' to ', ...labelledRatio(most, charset)]
}

function kindOf(found: readonly Labelled[]): string {
  const have = (reason: string) => found.every(each => each.comparison.reason === reason)
  if (have('quick')) return found.length === 1 ? 'estimate' : 'estimates'
  return have('interrupted') ? 'without a verdict (interrupted)' : 'without a verdict'
}

function unmeasured(results: readonly ResultRecord[]): Phrase[] {
  const statuses = ['failed', 'crashed', 'timeout', 'unsupported'] as const
  return statuses.map(status => {
    const found = results.filter(result => result.status === status)
    const count = {
      text: `${found.length} ${statusWord(status)}`,
      role: status === 'unsupported' ? 'quiet' : 'trouble',
    } as const
    return found.length === 0 ? [] : [count, ': ', ...nameList(found.map(result => result.case))]
  })
}

function nothingCompared(
  target: string,
  { suite }: Section,
  results: readonly ResultRecord[],
  axis: Axis,
): Phrase {
  const baseline = axis === 'cases' ? results.find(result => result.case === suite.baseline) : undefined
  const findings = unmeasured(results).filter(phrase => phrase.length > 0)
  const why =
    baseline === undefined || baseline.status === 'ok'
      ? ['nothing was compared']
      : ['nothing was compared, since ', name(suite.baseline), ' was not measured']
  return [name(target), ': ', ...joinPhrases([why, ...findings], '; ')]
}

function labelledRatio(labelled: Labelled, charset: Charset): Phrase {
  return [name(labelled.label), ` ${ratioOf(labelled, charset)}`]
}

function ratioOf({ comparison }: Labelled, charset: Charset): string {
  return formatRatio(comparison.ratio, charset) + (comparison.inTail ? ` ${glyphs(charset).tail}` : '')
}

function sortedByRatio(found: readonly Labelled[]): Labelled[] {
  return found.toSorted((a, b) => a.comparison.ratio.value - b.comparison.ratio.value)
}
