import type { RunRecord, SuiteRecord } from '@steelyard/record'
import { name, SIGNS } from '@steelyard/text'
import { mainAxis } from '../axis.ts'
import { configurationWarnings } from '../configuration-warnings.ts'
import { foreignPhrase } from '../foreign.ts'
import { bySizeOfBundles, ofSteelyard, type Section, sectionsOf } from '../section.ts'
import { shownRecord } from '../shown-record.ts'
import { machineStateOf } from './machine-state.ts'
import { type Headline, headlinesOf } from './matrix-headlines.ts'
import { matrixOf } from './matrix-of.ts'
import { nextSteps } from './next-steps.ts'
import { targetLabels } from './target-labels.ts'

/** What a record answers, on one screen: every format prints it first. */
export type Answer = ReturnType<typeof answerOfSections>

export type SuiteAnswer = ReturnType<typeof suiteAnswer>

export function answerOf(record: RunRecord): Answer {
  const shown = shownRecord(record)
  return answerOfSections(shown, sectionsOf(shown))
}

/** Returns what a record that is safe to show already answers. */
export function answerOfSections(record: RunRecord, sections: readonly Section[]) {
  const bySuite = Map.groupBy(sections, ({ suite }) => suite)
  const suites = Array.from(bySuite, ([suite, own]) =>
    suiteAnswer(suite, own.toSorted(bySizeOfBundles), record),
  )
  const matrices = suites.flatMap(suite => suite.matrices)
  return {
    record,
    foreign: foreignPhrase(record),
    suites,
    machine: machineStateOf(record),
    next: nextSteps(record, matrices),
  }
}

function suiteAnswer(suite: SuiteRecord, sections: readonly Section[], record: RunRecord) {
  // Times by other timers are shown only where there are none by Steelyard's own.
  const own = record.agreements.length === 0 ? sections : sections.map(ofSteelyard)
  const isOfCases = own.some(section => mainAxis(section) === 'cases')
  const across = matrixOf('targets', own, record)
  const cases = isOfCases ? matrixOf('cases', own, record) : null
  return {
    suite,
    warnings: sections.flatMap(configurationWarnings),
    headlines: [...headlinesOf(across, cases), ...(isOfCases ? withoutBaseline(suite, own, record) : [])],
    /** Ratios across targets, then ratios across cases where the suite asks for these; empty where nothing was compared. */
    matrices: [across, cases].filter(matrix => matrix !== null),
  }
}

/** A sentence for each target whose cases have nothing to be compared with. */
function withoutBaseline(suite: SuiteRecord, sections: readonly Section[], record: RunRecord): Headline[] {
  const labels = targetLabels(record.targets)
  const lost = sections
    .flatMap(({ results }) => results)
    .filter(each => each.case === suite.baseline && each.status !== 'ok')
  return Array.from(new Set(lost.map(({ target }) => target)), target => ({
    sign: SIGNS.trouble,
    role: 'trouble',
    subject: labels.get(target) ?? target,
    text: ['nothing was compared, since ', name(suite.baseline), ' was not measured'],
  }))
}
