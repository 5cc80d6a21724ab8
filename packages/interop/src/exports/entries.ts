import type { ComparisonRecord, EstimateRecord, ResultRecord, RunRecord } from '@steelyard/record'

/** A value, with what is known of its error. */
export type Figure = Pick<EstimateRecord, 'value'> & Partial<EstimateRecord>

/** Returns the wall time; for a foreign result the figure of its tool. */
export function wallOf({ wallNs, foreign }: ResultRecord): Figure | null {
  return wallNs ?? (foreign && { value: foreign.wallNs, ...foreign.interval })
}

/** Returns the CPU time likewise. */
export function cpuOf({ cpuNs, foreign }: ResultRecord): Figure | null {
  const value = foreign?.cpuNs ?? null
  return cpuNs ?? (value === null ? null : { value })
}

/** Returns the results of contenders that were measured to the end, without copies made as a control. */
export function exportable({ results }: Pick<RunRecord, 'results'>): ResultRecord[] {
  return results.filter(({ status, control }) => status === 'ok' && !control)
}

/** Returns a contender as `json-reviver/arrow-2 payload=rsc on node@26.10.0`, a third-party timer after it. */
export function resultName({ suite, case: caseId, params, target, timer }: ResultRecord): string {
  return `${suite}/${caseId}${paramsSuffix(params)} on ${target}${timer === 'steelyard' ? '' : `, by ${timer}`}`
}

/** Returns a comparison as `json-reviver/arrow-2 ÷ parse payload=rsc on node@26.10.0`. */
export function comparisonName(comparison: ComparisonRecord): string {
  const { suite, case: caseId, baseCase, params, base, head, metric } = comparison
  const clock = metric === 'cpu' ? ', CPU' : ''
  const suffix = paramsSuffix(params)
  return baseCase !== caseId && base === head
    ? `${suite}/${caseId} ÷ ${baseCase}${suffix} on ${head}${clock}`
    : `${suite}/${caseId}${suffix} on ${head} ÷ ${base}${clock}`
}

function paramsSuffix(params: ResultRecord['params']): string {
  return Object.keys(params)
    .sort()
    .map(name => ` ${name}=${params[name]}`)
    .join('')
}
