import type { ComparisonRecord, EstimateRecord, ResultRecord, RunRecord } from '@steelyard/record'

/** A value, with what is known of its error. */
export type Told = Pick<EstimateRecord, 'value'> & Partial<EstimateRecord>

/** Returns the wall time; of a foreign result what its tool tells. */
export function wallOf({ wallNs, foreign }: ResultRecord): Told | null {
  if (wallNs !== null || foreign === undefined) return wallNs
  return { value: foreign.wallNs, ...foreign.interval }
}

/** Returns the CPU time likewise. */
export function cpuOf({ cpuNs, foreign }: ResultRecord): Told | null {
  const value = foreign?.cpuNs ?? null
  return cpuNs ?? (value === null ? null : { value })
}

/** Returns the results that stand for a contender: measured to the end, and no copy made as a control. */
export function exportable({ results }: Pick<RunRecord, 'results'>): ResultRecord[] {
  return results.filter(({ status, control }) => status === 'ok' && control !== true)
}

/** Returns a contender as `json-reviver/arrow-2 payload=rsc on node@26.10.0`, a timer beside Steelyard's own after it. */
export function resultName({ suite, case: caseId, params, target, timer }: ResultRecord): string {
  return `${suite}/${caseId}${paramsSuffix(params)} on ${target}${timer === 'steelyard' ? '' : `, by ${timer}`}`
}

/** Returns a comparison as `json-reviver/arrow-2 ÷ parse payload=rsc on node@26.10.0`. */
export function comparisonName(comparison: ComparisonRecord): string {
  const { suite, case: caseId, baseCase, params, base, head, metric } = comparison
  const clock = metric === 'cpu' ? ', CPU' : ''
  const suffix = paramsSuffix(params)
  return baseCase !== undefined && base === head
    ? `${suite}/${caseId} ÷ ${baseCase}${suffix} on ${head}${clock}`
    : `${suite}/${caseId}${suffix} on ${head} ÷ ${base}${clock}`
}

function paramsSuffix(params: ResultRecord['params']): string {
  return Object.keys(params)
    .sort()
    .map(name => ` ${name}=${params[name]}`)
    .join('')
}
