import type { RunRecord, SuiteRecord } from '@steelyard/record'
import { name, type Phrase, SIGNS } from '@steelyard/text'
import { mainAxis } from '../axis.ts'
import { configurationWarnings } from '../configuration-warnings.ts'
import { foreignPhrase } from '../foreign.ts'
import { bySizeOfBundles, type Section, sectionsOf } from '../section.ts'
import { shownRecord } from '../shown-record.ts'
import { type MachineState, machineStateOf } from './machine-state.ts'
import type { Matrix } from './matrix.ts'
import { type Headline, headlinesOf } from './matrix-headlines.ts'
import { matrixOf } from './matrix-of.ts'
import { nextSteps } from './next-steps.ts'
import { targetLabels } from './target-labels.ts'

/** What a record answers, on one screen: every format prints it first. */
export interface Answer {
  /** As it is safe to show, with the verdicts that are stated. */
  readonly record: RunRecord
  /** The tool of imported numbers; null for Steelyard's own. */
  readonly foreign: Phrase | null
  readonly suites: readonly SuiteAnswer[]
  readonly machine: MachineState
  /** What settles what is open, and where the rest is said; a sentence each. */
  readonly next: readonly Phrase[]
}

/** What a record answers about one suite. */
export interface SuiteAnswer {
  readonly suite: SuiteRecord
  /** What makes its comparisons unequal; mostly none. */
  readonly warnings: readonly Phrase[]
  readonly headlines: readonly Headline[]
  /** Ratios across targets, then ratios across cases where the suite asks for these; empty where nothing was compared. */
  readonly matrices: readonly Matrix[]
}

/** Returns what a record answers. */
export function answerOf(record: RunRecord): Answer {
  const shown = shownRecord(record)
  return answerOfSections(shown, sectionsOf(shown))
}

/** Returns the same of a record that is safe to show already. */
export function answerOfSections(record: RunRecord, sections: readonly Section[]): Answer {
  const bySuite = Map.groupBy(sections, ({ suite }) => suite)
  const suites = Array.from(bySuite, ([suite, own]) =>
    suiteAnswer(suite, own.toSorted(bySizeOfBundles), record),
  )
  return {
    record,
    foreign: foreignPhrase(record),
    suites,
    machine: machineStateOf(record),
    next: nextSteps(
      record,
      suites.flatMap(({ matrices }) => matrices),
    ),
  }
}

function suiteAnswer(suite: SuiteRecord, sections: readonly Section[], record: RunRecord): SuiteAnswer {
  const own = sections.map(section => ({
    ...section,
    results: section.results.filter(({ timer }) => timer === 'steelyard'),
  }))
  const isOfCases = own.some(section => mainAxis(section) === 'cases')
  const across = matrixOf('targets', own, record)
  const cases = isOfCases ? matrixOf('cases', own, record) : null
  return {
    suite,
    warnings: sections.flatMap(configurationWarnings),
    headlines: [...headlinesOf(across, cases), ...(isOfCases ? withoutBaseline(suite, own, record) : [])],
    matrices: [across, cases].filter(matrix => matrix !== null),
  }
}

/** A sentence for each target whose cases have nothing to be compared with. */
function withoutBaseline(
  { baseline }: SuiteRecord,
  sections: readonly Section[],
  { targets }: RunRecord,
): Headline[] {
  const labels = targetLabels(targets)
  const lost = sections
    .flatMap(({ results }) => results)
    .filter(each => each.case === baseline && each.status !== 'ok')
  return Array.from(new Set(lost.map(({ target }) => target)), target => ({
    sign: SIGNS.trouble,
    role: 'trouble',
    subject: labels.get(target) ?? target,
    text: ['nothing was compared, since ', name(baseline), ' was not measured'],
  }))
}
