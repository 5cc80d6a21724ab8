import type { AgreementRecord, ComparisonRecord, RunRecord } from '../record.ts'

const INTERRUPTED = 'interrupted'

/**
 * Returns a record as it may be shown: one that is partial has the verdicts of planned looks that were complete, and
 * estimates elsewhere, without a p-value or a word on whether timers agree.
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

function unjudged({ verdict, pValue, look }: Pick<ComparisonRecord, 'verdict' | 'pValue' | 'look'>) {
  return look !== undefined || (verdict === null && pValue === null)
    ? {}
    : { pValue: null, adjustedPValue: null, verdict: null, reason: INTERRUPTED }
}

function withoutJudgement(agreement: AgreementRecord): AgreementRecord {
  return { ...agreement, agrees: null, causes: [] }
}
