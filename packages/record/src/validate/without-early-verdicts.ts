import type { AgreementRecord, ComparisonRecord, RunRecord } from '../record.ts'

const INTERRUPTED = 'interrupted'

/**
 * Returns a record as it may be shown: one that is partial has estimates, and no verdict, no p-value and no word on
 * whether timers agree. Records made before that rule hold them; the file of such a record stays as it is.
 */
export function withoutEarlyVerdicts(record: RunRecord): RunRecord {
  if (record.status === 'complete') return record
  const { comparisons, agreements } = record
  return {
    ...record,
    comparisons: comparisons.map(withoutVerdict),
    ...(agreements === undefined ? {} : { agreements: agreements.map(withoutJudgement) }),
  }
}

function withoutVerdict(comparison: ComparisonRecord): ComparisonRecord {
  const { withoutStalls } = comparison
  return {
    ...comparison,
    ...unjudged(comparison),
    ...(withoutStalls?.judgement
      ? {
          withoutStalls: {
            ...withoutStalls,
            judgement: { ...withoutStalls.judgement, ...unjudged(withoutStalls.judgement) },
          },
        }
      : {}),
  }
}

function unjudged({ verdict, pValue }: Pick<ComparisonRecord, 'verdict' | 'pValue'>) {
  return verdict === null && pValue === null
    ? {}
    : { pValue: null, adjustedPValue: null, verdict: null, reason: INTERRUPTED }
}

function withoutJudgement(agreement: AgreementRecord): AgreementRecord {
  return { ...agreement, agrees: null, causes: [] }
}
