import type { ResultRecord, RunRecord } from '@steelyard/record'
import type { Role, TerminalStyle } from '@steelyard/text'
import { paramsText, type Section, sectionsOf } from '../content/section.ts'
import { shownRecord } from '../content/shown-record.ts'
import { statusWord } from '../content/status-word.ts'
import { markText, verdictMark } from '../content/verdict-mark.ts'
import { renderVersions, type VersionRow } from './render-versions.ts'

/**
 * Returns the targets of a record as a table with a picture for each case and its parameters: each one compared with the
 * first, which all groups share.
 */
export function renderSweep(record: RunRecord, style: TerminalStyle): string {
  const safe = shownRecord(record)
  const sections = sectionsOf(safe)
  const parts = sections.flatMap(section => {
    const cases = new Set(section.results.map(result => result.case))
    return Array.from(cases, caseId => {
      const title = [section.suite.name, '/', caseId, ' ', paramsText(section.params)].join('').trimEnd()
      return `${title}\n${renderVersions(rowsOf(safe.targets, section, caseId, style), style)}`
    })
  })
  return parts.join('\n\n')
}

function rowsOf(
  targets: RunRecord['targets'],
  { results, comparisons }: Section,
  caseId: string,
  style: TerminalStyle,
): VersionRow[] {
  const base = results.find(each => each.case === caseId && each.target === targets[0]?.id && !each.control)
  return targets.flatMap(({ id, runtime, engine }, index) => {
    const result = results.find(each => each.case === caseId && each.target === id && !each.control)
    if (!result) return []
    const comparison = comparisons.find(each => each.case === caseId && each.head === id && each.paired)
    const said: { remark: string; role: Role | null } =
      result.status !== 'ok'
        ? { remark: statusWord(result.status), role: 'trouble' }
        : comparison
          ? { remark: markText(verdictMark(comparison, style)), role: verdictMark(comparison, style).role }
          : { remark: index === 0 ? 'base' : lackOfRatio(result, base), role: null }
    return [{ name: id, runtime, engine, ratio: comparison?.ratio ?? null, ...said }]
  })
}

function lackOfRatio(head: ResultRecord, base: ResultRecord | undefined): string {
  if (base?.status !== 'ok') return 'no ratio: no base'
  return Math.min(head.launches.length, base.launches.length) < 2 ? 'no ratio: too few launches' : 'no ratio'
}
