import type { CombinationRecord, RunRecord } from '@steelyard/record'
import { phraseText } from '@steelyard/text'
import { combinationPage, ratiosIn } from '../content/combination/combination-page.ts'
import { causeFigures } from '../content/figures/cause-figures.ts'
import { answerOf } from '../content/matrix/answer.ts'
import { caseName, sectionsOf } from '../content/section.ts'
import { shownRecord } from '../content/shown-record.ts'
import { differenceFlame } from './cause-flames.ts'
import { comparisonRatios } from './comparison-ratios.ts'
import { schemeFile, svgFile } from './draw/draw.ts'
import { gridsOf } from './matrix/grids-of.ts'
import { matrixPicture } from './matrix/matrix-picture.ts'
import { frameOf, leadText } from './matrix/picture-frame.ts'
import { ratiosChart } from './ratios-chart.ts'

/** Returns the ratios of a record's paired comparisons as an SVG file; null when nothing was paired. */
export function renderForest(unsafe: RunRecord): string | null {
  const record = shownRecord(unsafe)
  const { targets, suites } = record
  const comparisons = sectionsOf(record)
    .flatMap(section => section.comparisons)
    .filter(each => each.paired)
  if (comparisons.length === 0) return null
  const title = suites.map(suite => `${suite.name}: ${suite.question}`).join('; ')
  return svgFile(ratiosChart(title, comparisonRatios(comparisons, targets, caseName)))
}

/** Returns the forest plot of a combination, the text of an SVG file that needs nothing else. */
export function renderMachines(combination: CombinationRecord): string {
  const page = combinationPage(combination)
  const all = ratiosIn(page)
  const domains = all.flatMap(({ domain }) => domain)
  return svgFile(
    ratiosChart(page.title, {
      ...{ threshold: combination.rules.threshold, biasAllowance: null, hint: '', notes: [] },
      ratios: all.flatMap(({ ratios }) => ratios),
      domain: [Math.min(1, ...domains), Math.max(1, ...domains)],
    }),
  )
}

/** Returns the matrix of each suite of a record with the sentence that stands above it; none where nothing was compared. */
export function renderMatrices(record: RunRecord) {
  const answer = answerOf(record)
  return answer.suites.flatMap(suite => {
    const [grid] = gridsOf(suite, answer.record.targets)
    if (grid === undefined) return []
    return {
      suite: suite.suite.name,
      question: suite.suite.question,
      headline: leadText(suite),
      /** Needs nothing else, and is light or dark as its surroundings are. */
      svg: schemeFile(matrixPicture(grid, frameOf(suite, answer))),
    }
  })
}

/** Returns where base and head differ as an SVG file, for each verdict of a record that has profiles. */
export function renderDifferences(unsafe: RunRecord): string[] {
  const record = shownRecord(unsafe)
  const figures = sectionsOf(record).flatMap(section => causeFigures(section, record))
  return figures
    .flatMap(({ cause, table }) => differenceFlame(cause, phraseText(table.title)) ?? [])
    .map(svgFile)
}
