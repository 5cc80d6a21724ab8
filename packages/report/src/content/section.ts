import type { ComparisonRecord, ResultRecord, RunRecord, SuiteRecord } from '@steelyard/record'

/** What one suite says for one choice of parameters. */
export interface Section {
  readonly suite: SuiteRecord
  readonly params: ChosenParams
  /** Ids in the order of the record. */
  readonly targets: readonly string[]
  readonly results: readonly ResultRecord[]
  /** All of one metric, the one that gives the verdicts. */
  readonly comparisons: readonly ComparisonRecord[]
}

export type ChosenParams = ResultRecord['params']

/** Returns the record as sections: suites in their order, parameters in the order in which they were run. */
export function sectionsOf(record: RunRecord): Section[] {
  return record.suites.flatMap(suite => {
    const results = record.results.filter(result => result.suite === suite.name && !result.control)
    const comparisons = record.comparisons.filter(comparison => comparison.suite === suite.name)
    const choices = new Map([...results, ...comparisons].map(({ params }) => [paramsText(params), params]))
    if (choices.size === 0) choices.set('', {})
    return Array.from(choices, ([text, params]) => ({
      suite,
      params,
      targets: record.targets.map(target => target.id),
      results: results.filter(result => paramsText(result.params) === text),
      comparisons: ofOneMetric(comparisons.filter(each => paramsText(each.params) === text)),
    }))
  })
}

/** Returns parameters as `payload=rsc, size=10`, sorted by name. */
export function paramsText(params: ChosenParams): string {
  return Object.keys(params)
    .sort()
    .map(key => `${key}=${params[key]}`)
    .join(', ')
}

/** Returns a case by its suite, with its parameters: `json-reviver/arrow-2 (payload=rsc)`. */
export function caseName(one: Pick<ResultRecord, 'suite' | 'case' | 'params'>): string {
  const values = paramsText(one.params)
  return `${one.suite}/${one.case}${values === '' ? '' : ` (${values})`}`
}

function ofOneMetric(comparisons: readonly ComparisonRecord[]): readonly ComparisonRecord[] {
  const metric = (comparisons.find(each => each.verdict !== null) ?? comparisons[0])?.metric
  return comparisons.filter(each => each.metric === metric)
}

/** Returns the section with the results of Steelyard's own timer alone. */
export function ofSteelyard(section: Section): Section {
  return { ...section, results: section.results.filter(({ timer }) => timer === 'steelyard') }
}

export function iterationName({ results }: Pick<Section, 'results'>): 'request' | 'start' | 'iteration' {
  if (results.some(({ start }) => start !== null)) return 'start'
  return results.some(({ server }) => server !== null) ? 'request' : 'iteration'
}

/** Orders what is started with bundles of several sizes from the smallest on, and leaves all else as it was run. */
export function bySizeOfBundles(a: Section, b: Section): number {
  return largestBundle(a) - largestBundle(b)
}

function largestBundle({ results }: Section): number {
  return results.reduce((most, { start }) => Math.max(most, start?.bundle.bytes ?? 0), 0)
}

export function sectionName({ suite, params }: Pick<Section, 'suite' | 'params'>): string {
  return [suite.name, paramsText(params)].filter(text => text !== '').join(', ')
}
