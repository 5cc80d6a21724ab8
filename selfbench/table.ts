import type { Estimate } from '@steelyard/stats'
import { type Bounded, type ErrorScore, TRIALS_FOR_BOUND } from './error-score.ts'
import type { Score } from './score.ts'
import type { Header } from './trial-file.ts'

/** Returns the tables as Markdown: method and machine first, then one table for each figure that was measured. */
export function markdownOf(headers: readonly Header[], score: Score): string {
  const figures = [aaTable, caseTable, powerTable, timeTable, failureList].map(table => table(score))
  const sections = [introduction(headers), ...figures, toolTable(headers)]
  return `${sections.filter(text => text !== '').join('\n\n')}\n`
}

function introduction(headers: readonly Header[]): string {
  const [header] = headers
  if (!header) return '# Selfbench'
  const { machine, seconds, seed } = header
  const commits = [...new Set(headers.map(({ steelyard }) => steelyard.commit ?? 'unknown'))]
  return [
    '# Selfbench',
    `${seconds} s of wall time for each trial, from command to answer. Seed ${seed}. Begun ${header.startedAt.slice(0, 10)}; Steelyard ${header.steelyard.version}, commit ${commits.map(commit => commit.slice(0, 12)).join(', ')}.`,
    `${machine.cpuModel}, ${machine.cores} cores${machine.virtualized ? ', virtual' : ''}; ${machine.os}, ${machine.kernel}.`,
    `Command: \`pnpm selfbench ${header.command.join(' ')}\``,
  ].join('\n\n')
}

function aaTable({ aa }: Score): string {
  return section(
    'A/A: the headline of each tool, against itself',
    [
      ...['tool', 'n', 'p95', 'upper bound', 'median', 'worst', 'more than 5 % off'],
      ...['wrong verdicts', 'inconclusive', "'same'", 'interval holds 1', 'half-width'],
    ],
    aa.map(row => [
      nameOf(row),
      ...errorCells(row.error),
      ...[row.error.beyondFivePercent, row.wrongVerdicts, row.inconclusive, row.same].map(share),
      share(row.intervals?.holdOne ?? null),
      row.intervals === null ? '' : bounded(row.intervals.halfWidth, percent),
    ]),
    `Errors are |log ratio|. The upper bound holds with 95 % confidence and takes ${TRIALS_FOR_BOUND} trials or more.`,
  )
}

function caseTable({ aa }: Score): string {
  return section(
    'A/A by case',
    ['tool', 'case', 'n', 'p95', 'upper bound', 'median', 'worst'],
    aa.flatMap(row => row.byCase.map(each => [nameOf(row), each.case, ...errorCells(each)])),
  )
}

function powerTable({ power }: Score): string {
  return section(
    'Work that is a little more',
    ['tool', 'work', 'ratio found', 'sign right', 'verdict right', 'verdict wrong', "'same'"],
    power.map(row => [
      nameOf(row),
      `× ${row.factor}`,
      bounded(row.estimate, value => value.toFixed(4)),
      share(row.signRight),
      ...(['right', 'wrong', 'same'] as const).map(verdict => share(row[verdict])),
    ]),
    'Shares of trials with their 95 % interval (Clopper and Pearson).',
  )
}

function timeTable({ time }: Score): string {
  return section(
    'Time to answer',
    ['tool', 'median', 'p95', 'trials', 'failed'],
    time.map(row => [
      nameOf(row),
      row.seconds === null ? '' : bounded(row.seconds, value => `${value.toFixed(1)} s`),
      row.p95Seconds === null ? '' : `${row.p95Seconds.toFixed(1)} s`,
      String(row.trials),
      String(row.failed),
    ]),
  )
}

function failureList({ time }: Score): string {
  const lines = time.flatMap(row => row.failures.map(text => `- ${nameOf(row)}: ${text}`))
  return lines.length === 0 ? '' : ['## Failed', ...lines].join('\n\n')
}

function toolTable(headers: readonly Header[]): string {
  const facts = new Map(
    headers.flatMap(({ tools }) => tools).map(each => [`${each.tool} ${each.runtime}`, each]),
  )
  return section(
    'Tools',
    ['tool', 'version', 'runtime', 'headline', 'how it is held to the time', 'its own rule', 'missing'],
    [...facts.values()].map(each => [
      each.tool,
      each.version ?? 'part of the runtime',
      `${each.runtime} ${each.runtimeVersion ?? ''}`.trim(),
      each.headline,
      each.timing,
      each.rule ?? 'none',
      each.missing ?? '',
    ]),
  )
}

function section(title: string, head: readonly string[], rows: readonly (readonly string[])[], text = '') {
  if (rows.length === 0) return ''
  const line = (cells: readonly string[]) =>
    `| ${cells.map(cell => cell.replaceAll('|', '\\|')).join(' | ')} |`
  const table = [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
  return [`## ${title}`, text, table].filter(part => part !== '').join('\n\n')
}

function nameOf({ tool, runtime }: Pick<Score['time'][number], 'tool' | 'runtime'>): string {
  return `${tool} (${runtime})`
}

function errorCells({ n, p95, p95Upper, median, worst }: ErrorScore): string[] {
  const upper = p95Upper === null ? `none: ${n} of ${TRIALS_FOR_BOUND} trials` : percent(p95Upper)
  return [String(n), percent(p95), upper, percent(median), percent(worst)]
}

function percent(log: number): string {
  return `${(100 * log).toFixed(2)} %`
}

function share(proportion: Estimate | null): string {
  if (proportion === null) return ''
  const { value, lower, upper, n } = proportion
  const [middle, low, high] = [value, lower, upper].map(each => (100 * each).toFixed(0))
  return `${middle} % [${low}, ${high}] of ${n}`
}

function bounded({ value, lower, upper }: Bounded, format: (value: number) => string): string {
  const end = (bound: number | null) => (bound === null ? '–' : format(bound))
  return `${format(value)} [${end(lower)}, ${end(upper)}]`
}
