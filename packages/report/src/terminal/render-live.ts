import {
  BLANK_COMPARISON,
  BLANK_SUITE,
  type ComparisonRecord,
  type EstimateRecord,
  type SuiteRecord,
} from '@steelyard/record'
import { NO_BREAK_SPACE, type TerminalStyle, wrap } from '@steelyard/text'
import { headlinesOf, isOpen } from '../content/matrix/matrix-headlines.ts'
import { type MatrixTarget, matrixOf } from '../content/matrix/matrix-of.ts'
import { paramsText, type Section } from '../content/section.ts'
import { headlineLines } from './print-answer.ts'
import { joinedParts } from './print-blocks.ts'
import { printMatrix } from './print-matrix.ts'

interface LiveSuite {
  readonly suite: Pick<SuiteRecord, 'name' | 'question' | 'compare' | 'baseline'>
  readonly targets: readonly MatrixTarget[]
  readonly pairs: readonly LivePair[]
}

/** The verdict is that of a planned look, which stays; null before. */
export interface LivePair
  extends Pick<
    ComparisonRecord,
    'case' | 'baseCase' | 'params' | 'base' | 'head' | 'metric' | 'threshold' | 'verdict'
  > {
  /** null before there is an interval. */
  readonly ratio: EstimateRecord | null
}

const NOTHING_YET = { value: 1, lower: 0, upper: Number.POSITIVE_INFINITY, level: 0.95, n: 0 }

/**
 * Returns what is known while a suite is measured, in the form of its answer: the matrices with the estimates and the
 * verdicts that there are. Where it would be higher than `rows`, it has less: `status` is always its end.
 */
export function renderLive(
  live: LiveSuite,
  status: readonly string[],
  terminal: TerminalStyle,
  rows: number,
): string {
  // What fills the last column makes some terminals begin a line.
  const style = { ...terminal, width: Math.min(96, terminal.width - 1) }
  const { name, question } = live.suite
  const title = wrap([{ text: name, role: 'title' }, `${NO_BREAK_SPACE} ${question}`], style, { rest: 2 })
  const sections = sectionsOf(live)
  const [across, cases] = [matrixOf('targets', sections, live), matrixOf('cases', sections, live)]
  const matrices = [across, cases].filter(matrix => matrix !== null)
  const tables = matrices.map(matrix => printMatrix(matrix, style, 'screen', matrices.length === 1))
  // What is open is seen in the matrices.
  const known = headlinesOf(across, cases).filter(each => !isOpen(each))
  const found = headlineLines(known, style)
  const attempts = [
    [title, found, ...tables, status],
    [title, ...tables, status],
    [...tables, status],
    [...tables.slice(0, 1), status],
  ].map(parts => joinedParts(parts).split('\n'))
  const fitting = attempts.find(lines => lines.length < rows)
  const [smallest = []] = attempts.slice(-1)
  return (fitting ?? smallest.slice(-Math.max(1, rows - 1))).join('\n')
}

function sectionsOf({ suite, targets, pairs }: LiveSuite): Section[] {
  const bySection = Map.groupBy(pairs, ({ params }) => paramsText(params))
  return Array.from(bySection.values(), own => ({
    suite: { ...BLANK_SUITE, ...suite, bundleSha256: '' },
    params: own[0]?.params ?? {},
    targets: targets.map(({ id }) => id),
    results: [],
    comparisons: own.map(pair => comparisonOf(suite.name, pair)),
  }))
}

function comparisonOf(suite: string, { ratio, ...pair }: LivePair): ComparisonRecord {
  return {
    ...BLANK_COMPARISON,
    ...pair,
    suite,
    ratio: ratio ?? NOTHING_YET,
    paired: true,
    biasAllowance: 0,
    biasSource: 'assumed',
    reason: null,
  }
}
