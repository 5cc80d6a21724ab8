import type { ResultStatus, RunRecord } from '@steelyard/record'
import { shownRecord } from '../content/shown-record.ts'
import { statusWord } from '../content/status-word.ts'
import { isJudged } from '../content/verdict-mark.ts'

const STATUSES: readonly ResultStatus[] = ['ok', 'failed', 'crashed', 'timeout', 'unsupported']
const VERDICTS = ['slower', 'faster', 'same', 'inconclusive'] as const

/** Returns a run in one line: `2 slower, 1 faster, 1 same; 9 measured, 1 failed`. */
export function renderRunSummaryLine(record: RunRecord): string {
  const { status, comparisons, results } = shownRecord(record)
  const judged = comparisons.filter(isJudged)
  const verdicts = VERDICTS.map(verdict =>
    counted(judged.filter(each => each.verdict === verdict).length, verdict),
  )
  const undecided = counted(judged.filter(each => each.verdict === null).length, 'without a verdict')
  const measured = STATUSES.map(each =>
    counted(
      results.filter(result => result.status === each).length,
      each === 'ok' ? 'measured' : statusWord(each),
    ),
  )
  const groups = [[...verdicts, undecided], measured, [status === 'partial' ? 'interrupted' : '']]
  const parts = groups.map(group => group.filter(part => part !== '').join(', ')).filter(part => part !== '')
  return parts.length === 0 ? 'nothing measured' : parts.join('; ')
}

function counted(count: number, word: string): string {
  return count === 0 ? '' : `${count} ${word}`
}
