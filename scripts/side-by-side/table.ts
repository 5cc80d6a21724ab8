import { type Estimate, mean } from '../../packages/stats/src/index.ts'
import type { Line, Version } from './line.ts'
import { errorRatio, hoursOf, scoreVersion, type VersionScore } from './statistics.ts'

/** An hour in which less of the time is lost counts as quiet. */
const QUIET = 0.02

/** Returns the tables of all trials, as Markdown. */
export function tablesOf(lines: readonly Line[]): string {
  const seeds = [...new Set(lines.map(({ seed }) => seed))]
  const machines = [...new Set(lines.map(({ cpuId, installationId }) => `${cpuId} (${installationId})`))]
  const commits = (version: Version) =>
    [...new Set(lines.filter(line => line.version === version).map(({ commit }) => commit))].join(', ')
  const failures = Map.groupBy(
    lines.filter(({ error }) => error !== null),
    ({ version, error }) => `${version}: ${error}`,
  )
  return [
    `${lines.length} trials in ${hoursOf(lines).length} hours; old ${commits('old')}, new ${commits('new')}; seeds ${seeds.join(', ')}; ${machines.join('; ')}`,
    '',
    ...errorTable(lines),
    '',
    ...versionTable(lines),
    '',
    `Errors and half-widths are in log, as percentages: root mean square, 95th percentile with its upper limit (95 %) where 59 trials allow one, median half-width. Shares of all trials have exact 95 % intervals. RMS new ÷ old is of equals, with its one-sided upper 95 % limit, clustered by hour. An hour is quiet when its trials lost under ${percent(QUIET)} of their time: to stalls that the meter saw, and to what the hypervisor reports as stolen.`,
    ...[...failures].map(([text, some]) => `- failed ${some.length} times, ${text}`),
    '',
  ].join('\n')
}

function errorTable(lines: readonly Line[]): string[] {
  const equals = lines.filter(({ factor }) => factor === 1)
  const rows = byKey(equals, line => `${line.case}, ${line.seconds} s`).flatMap(([name, some]) => {
    const runtimes = byKey(some, ({ runtime }) => runtime)
    const all = runtimes.length > 1 ? [['all', some] as const] : []
    return [...all, ...runtimes].flatMap(([runtime, few]) =>
      (
        [
          ['all', few],
          ['quiet', quietOf(few)],
        ] as const
      ).flatMap(([hours, these]) => {
        const ratio = errorRatio(hoursOf(these))
        if (ratio === null) return []
        const upper = ratio.upper === null ? '' : ratio.upper.toFixed(2)
        return [row([name, runtime, hours, String(ratio.hours), ratio.value.toFixed(2), upper])]
      }),
    )
  })
  return [...heading(['equals', 'runtime', 'hours', 'n', 'RMS new ÷ old', 'below']), ...rows]
}

function versionTable(lines: readonly Line[]): string[] {
  const rows = byKey(lines, line =>
    [...[line.case, line.runtime, `× ${line.factor}`, `${line.threshold} %`], `${line.seconds} s`].join(
      ' | ',
    ),
  ).flatMap(([name, some]) =>
    (['old', 'new'] as const).flatMap(version => {
      const score = scoreVersion(some, version)
      return score === null ? [] : [row([name, version, ...cellsOf(score)])]
    }),
  )
  return [
    ...heading([
      ...[
        'case',
        'runtime',
        'work',
        'threshold',
        'time',
        'version',
        'trials',
        'failed',
        'RMS',
        'p95 (below)',
      ],
      ...['half-width', 'holds', 'verdicts', 'timed share'],
    ]),
    ...rows,
  ]
}

function cellsOf({ trials, failed, errors, halfWidth, holds, verdicts, timedShare }: VersionScore): string[] {
  const below = errors?.p95Upper == null ? '' : ` (${percent(errors.p95Upper)})`
  return [
    String(trials),
    String(failed),
    errors === null ? '' : percent(errors.rootMeanSquare),
    errors === null ? '' : `${percent(errors.p95)}${below}`,
    halfWidth === null ? '' : percent(halfWidth),
    holds === null ? '' : share(holds),
    Object.entries(verdicts)
      .map(([verdict, estimate]) => `${verdict} ${share(estimate)}`)
      .join(', '),
    timedShare === null ? '' : `${percent(timedShare.mean)} ± ${percent(timedShare.sd)}`,
  ]
}

function quietOf(lines: readonly Line[]): Line[] {
  return [...Map.groupBy(lines, ({ hour, installationId }) => `${hour} ${installationId}`).values()].flatMap(
    some => {
      const stolen = some.flatMap(({ stolenShare }) => stolenShare ?? [])
      const stalled = some.flatMap(({ stalledShare }) => stalledShare ?? [])
      const known = [stolen, stalled].filter(shares => shares.length > 0)
      return known.length > 0 && known.every(shares => mean(shares) < QUIET) ? some : []
    },
  )
}

function byKey(lines: readonly Line[], key: (line: Line) => string): [string, Line[]][] {
  return [...Map.groupBy(lines, key)].toSorted(([a], [b]) => a.localeCompare(b))
}

function heading(words: readonly string[]): string[] {
  return [row(words), row(words.map(() => '---'))]
}

function row(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`
}

function share({ value, lower, upper, n }: Estimate): string {
  return `${Math.round(value * n)} of ${n} [${whole(lower)}, ${whole(upper)}]`
}

function whole(value: number): string {
  return `${Math.round(100 * value)}`
}

function percent(value: number): string {
  return `${(100 * value).toPrecision(2)} %`
}
