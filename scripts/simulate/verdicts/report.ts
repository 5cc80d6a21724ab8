import { type CellOutcome, RULES, TIME_NS } from '../../../packages/schedule/test/simulated-cells.ts'

export interface SimulatedCell extends CellOutcome {
  readonly noise: string
  readonly symmetric: boolean
  /** True ratio of head to base, as a name. */
  readonly effect: string
  readonly precision: number
  /** Of the first run. */
  readonly seed: number
}

export interface Simulation {
  readonly date: string
  readonly commit: string
  readonly machine: string
  readonly node: string
  readonly computeSeconds: number
  readonly cells: readonly SimulatedCell[]
}

/** What the rules promise, as shares of the runs. */
const LEAST_COVERAGE = 0.945
const MOST_SAME_AT_THRESHOLD = 0.025
const MOST_DIFFERENT_AT_ZERO = 0.05

/** Cells that differ in their effect only. */
interface Pooled {
  readonly noise: string
  readonly symmetric: boolean
  readonly precision: number
  readonly cells: readonly SimulatedCell[]
  readonly runs: number
  readonly covered: number
}

/** Returns a sentence for each promise that was not kept; the effect does not touch coverage, so effects are pooled. */
export function faultsOf({ cells }: Simulation): string[] {
  const uncovered = pooled(cells)
    .filter(({ symmetric, covered, runs }) => symmetric && covered / runs < LEAST_COVERAGE)
    .map(
      ({ noise, precision, covered, runs }) =>
        `${noise} at ${percent(precision)}: covers ${percent(covered / runs)}`,
    )
  const same = cells
    .filter(({ effect, verdicts, runs }) => effect === 'δ' && verdicts.same / runs > MOST_SAME_AT_THRESHOLD)
    .map(
      ({ noise, precision, verdicts, runs }) =>
        `${noise} at ${percent(precision)}: δ is the same in ${percent(verdicts.same / runs)}`,
    )
  const different = cells
    .filter(
      ({ symmetric, effect, verdicts, runs }) =>
        symmetric && effect === '0' && (verdicts.faster + verdicts.slower) / runs > MOST_DIFFERENT_AT_ZERO,
    )
    .map(
      ({ noise, precision, verdicts, runs }) =>
        `${noise} at ${percent(precision)}: equals differ in ${percent((verdicts.faster + verdicts.slower) / runs)}`,
    )
  return [...uncovered, ...same, ...different]
}

/** Returns the simulation as a page for people. */
export function markdownOf(simulation: Simulation): string {
  const { date, commit, machine, node, computeSeconds, cells } = simulation
  const faults = faultsOf(simulation)
  return `# The rules of the verdicts, simulated

\`node scripts/simulate/verdicts.ts\`, ${date}, commit ${commit},
node ${node} on ${machine}: ${Math.round(computeSeconds / 60)} minutes of one
core for ${cells.reduce((sum, { runs }) => sum + runs, 0)} runs. Every run is a whole one, through the conductor as it is, of one pair of fake contenders whose true
ratio is known, on a clock that only their work moves: at most ${TIME_NS / 1e9} s, δ = ${percent(RULES.threshold)}, β = ${percent(RULES.biasAllowance)} (of which these contenders have
none). Seeds: from a million times the cell's number on, one after the other; all is in \`simulation.json\`.

The noise of a launch (\`packages/schedule/test/launch-noise.ts\`) has a part between launches, which gives the model
its name, and one of the batches; a neighbour's bursts fall on both contenders. _Observed_ draws whole launches out of
the records in \`results/\`.

## Coverage

Share of the runs whose interval held the true ratio, over all effects, with its 95 % interval (Wilson); promised: at
least ${percent(LEAST_COVERAGE)} where head and base could change places. _Stopped_: of the runs that stopped on precision, their share
and what they covered. Where the time is rarely enough for the precision, the few that stop are those whose launches
happened to agree: taken by themselves they cover less. The promise is for all runs of a cell.

${coverageTable(cells)}

## Verdicts

Promised: a true ratio of exactly 1 + δ is called \`same\` in at most ${percent(MOST_SAME_AT_THRESHOLD)}, and where head and base could
change places equals are \`faster\` or \`slower\` in at most ${percent(MOST_DIFFERENT_AT_ZERO)}. The last column is what \`same\` were with no
allowance for bias.

For \`same\` the estimate, the half-width and β together have to stay within δ: with \`--precision\` at δ, as by
default, equals are hardly ever called so unless the noise is so small that the least number of launches is more
precise than was asked for. With β a fifth of δ, by the normal distribution, at a half-width of half δ about 80 % of
equals are the same, and at 0.4 δ over 95 %.

${verdictTable(cells)}

${faults.length === 0 ? 'Every promise was kept.' : `Not kept:\n\n${faults.map(fault => `- ${fault}`).join('\n')}`}
`
}

function coverageTable(cells: readonly SimulatedCell[]): string {
  return table(
    [
      'noise',
      'symmetric',
      'precision',
      'runs',
      'covered',
      'interval',
      'stopped',
      'of these covered',
      'launches',
      'time',
      'half-width',
    ],
    pooled(cells).map(({ noise, symmetric, precision, cells: some, runs, covered }) => {
      const stopped = sum(some, cell => cell.stopped)
      return [
        noise,
        symmetric ? 'yes' : 'no',
        percent(precision),
        String(runs),
        percent(covered / runs),
        wilson(covered, runs),
        percent(stopped / runs),
        stopped > 0 ? percent(sum(some, cell => cell.coveredOfStopped) / stopped) : '',
        (sum(some, cell => cell.runs * cell.meanLaunches) / runs).toFixed(1),
        `${(sum(some, cell => cell.runs * cell.meanTimeNs) / runs / 1e9).toFixed(0)} s`,
        percent(Math.exp(sum(some, cell => cell.runs * Math.log(cell.meanHalfWidth)) / runs)),
      ]
    }),
  )
}

function verdictTable(cells: readonly SimulatedCell[]): string {
  return table(
    [
      'noise',
      'precision',
      'effect',
      'runs',
      'faster',
      'slower',
      'same',
      'interval',
      'inconclusive',
      'same with β = 0',
    ],
    cells
      .toSorted(byNoise)
      .map(({ noise, precision, effect, runs, verdicts, sameWithoutAllowance }) => [
        noise,
        percent(precision),
        effect,
        String(runs),
        percent(verdicts.faster / runs),
        percent(verdicts.slower / runs),
        percent(verdicts.same / runs),
        wilson(verdicts.same, runs),
        percent(verdicts.inconclusive / runs),
        percent(sameWithoutAllowance / runs),
      ]),
  )
}

function pooled(cells: readonly SimulatedCell[]): Pooled[] {
  const groups = Map.groupBy(cells.toSorted(byNoise), ({ noise, precision }) => `${noise} ${precision}`)
  return [...groups.values()].flatMap(([first, ...others]): Pooled[] => {
    if (!first) return []
    const some = [first, ...others]
    const { noise, symmetric, precision } = first
    return [
      {
        noise,
        symmetric,
        precision,
        cells: some,
        runs: sum(some, ({ runs }) => runs),
        covered: sum(some, ({ covered }) => covered),
      },
    ]
  })
}

const NOISES = ['normal', 'observed', 't3', 'slow mode on both sides', 'skewed', 'slow mode on one side']
const EFFECTS = ['0', 'δ/2', 'δ', '2δ']

function byNoise(left: SimulatedCell, right: SimulatedCell): number {
  return (
    NOISES.indexOf(left.noise) - NOISES.indexOf(right.noise) ||
    right.precision - left.precision ||
    EFFECTS.indexOf(left.effect) - EFFECTS.indexOf(right.effect)
  )
}

function sum<Item>(items: readonly Item[], of: (item: Item) => number): number {
  return items.reduce((total, item) => total + of(item), 0)
}

/** Wilson (1927): good also for shares near 0 and 1. */
function wilson(count: number, runs: number): string {
  const z = 1.96
  const center = (count + z ** 2 / 2) / (runs + z ** 2)
  const reach = (z / (runs + z ** 2)) * Math.sqrt((count * (runs - count)) / runs + z ** 2 / 4)
  return `${percent(Math.max(0, center - reach))} … ${percent(center + reach)}`
}

function percent(share: number): string {
  return `${Number((100 * share).toFixed(2))} %`
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}
