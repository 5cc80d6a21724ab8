import type { ComparisonRecord } from '@steelyard/record'
import { type Charset, name, type Phrase, ratioText } from '@steelyard/text'
import { type Axis, axisOf, baseName } from '../axis.ts'
import { type Field, headingsOf, type Table } from '../document.ts'
import type { Section } from '../section.ts'
import { isJudged, verdictMark } from '../verdict-mark.ts'

/** Returns the ratios along an axis at a glance, a table for each base: a row for each case, a column for each target. */
export function matricesOf(section: Section, axis: Axis, charset: Charset): Table[] {
  const all = section.comparisons.filter(each => axisOf(each) === axis)
  return Array.from(new Set(all.map(each => baseName(each, axis)))).map(base => {
    const here = all.filter(each => baseName(each, axis) === base)
    const targets = section.targets.filter(target => here.some(each => each.head === target))
    const cases = Array.from(new Set(here.map(each => each.case)))
    const ratioOf = (caseId: string, target: string) =>
      ratioField(
        here.find(each => each.case === caseId && each.head === target),
        charset,
      )
    return {
      title: titleOf(axis, base, here),
      headings: [
        ...headingsOf(['case']),
        ...targets.map(target => ({ text: [name(target)], numeric: true })),
      ],
      rows: cases.map(caseId => [[name(caseId)], ...targets.map(target => ratioOf(caseId, target))]),
    }
  })
}

/** What it shows, and where verdicts are missing or come through a baseline. */
function titleOf(axis: Axis, base: string, comparisons: readonly ComparisonRecord[]): Phrase {
  const note = noteOf(axis, comparisons)
  return [
    { text: axis === 'targets' ? 'Across runtimes' : 'Across cases', role: 'title' },
    ': time relative to ',
    name(base),
    ...(note === '' ? [] : [{ text: ` (${note})`, role: 'quiet' } as const]),
  ]
}

function noteOf(axis: Axis, comparisons: readonly ComparisonRecord[]): string {
  const baselines = new Set(comparisons.flatMap(({ through }) => through ?? []))
  const others = comparisons.filter(comparison => !isJudged(comparison))
  const notes = [
    ...(baselines.size > 0 ? [`through ${[...baselines].join(', ')} where no launch is shared`] : []),
    ...(others.length === 0
      ? []
      : others.length < comparisons.length
        ? ['those without a sign are unpaired: no verdict']
        : [`unpaired: no verdict; --by ${axis} gives one`]),
  ]
  return notes.join('; ')
}

/** The title says it of all when none is judged. */
function ratioField(comparison: ComparisonRecord | undefined, charset: Charset): Field {
  if (comparison === undefined) return []
  const mark = isJudged(comparison) ? verdictMark(comparison, charset) : null
  return { estimate: ratioText(comparison.ratio, charset), mark }
}
