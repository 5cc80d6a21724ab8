import { ALLOWANCE, LAUNCH_SD, LAUNCHES, THRESHOLD } from '../../../packages/stats/test/simulated-machines.ts'
import { share, table } from '../combine/tables.ts'
import { type FleetWorld, MOST, percent } from './rules.ts'
import type { RuleCounts } from './studies.ts'

export interface WidthSimulation {
  readonly date: string
  readonly commit: string
  readonly machine: string
  readonly node: string
  readonly cpuSeconds: number
  readonly studies: number
  readonly worlds: readonly { readonly world: FleetWorld; readonly counts: readonly RuleCounts[] }[]
}

const COVERAGE = 0.95
const MOST_FALSE = 0.05
/** So many standard errors are chance: of the shares looked at, one is beyond it in a run of 30. */
const CHANCE = 3.3

/** Returns a sentence for each promise of stopping on width that was not kept, by more than chance. */
export function faultsOf({ worlds }: WidthSimulation): string[] {
  return worlds.flatMap(({ world, counts }) =>
    counts
      .filter(({ rule }) => rule.isOurs)
      .flatMap(({ studies, covered, comparisons, falseDepends, falseSameDirection, falseUnseen }) => {
        const isUncovered = covered / comparisons < COVERAGE - chance(COVERAGE, comparisons)
        const wrong = { depends: falseDepends, 'same direction': falseSameDirection, 'not seen': falseUnseen }
        return [
          ...(isUncovered ? [`${world.label}: covers ${share(covered, comparisons)}`] : []),
          ...Object.entries(wrong)
            .filter(([, count]) => count / studies > MOST_FALSE + chance(MOST_FALSE, studies))
            .map(([kind, count]) => `${world.label}: false "${kind}" in ${share(count, studies)}`),
        ]
      }),
  )
}

function chance(of: number, count: number): number {
  return CHANCE * Math.sqrt((of * (1 - of)) / count)
}

/** Returns the simulation as a page for people. */
export function markdownOf(simulation: WidthSimulation): string {
  const { date, commit, machine, node, cpuSeconds, studies, worlds } = simulation
  const faults = faultsOf(simulation)
  return `# Adding machines to a fleet until ratios are known, simulated

\`node scripts/simulate/fleet-width.ts ${studies}\`, ${date}, commit ${commit}, node ${node} on ${machine}:
${Math.ceil(cpuSeconds / 60)} minutes of one core, ${worlds.length} worlds of ${studies} studies. The same command gives the same tables.

Each machine has a cpuId of its own and two sessions a day apart, ${LAUNCHES} launches a session whose log ratios have a standard
deviation of ${percent(LAUNCH_SD)}. δ = ${percent(THRESHOLD)}, β = ${percent(ALLOWANCE)}. τ is the standard deviation of the true effect between cpuIds, _sessions_
that between sessions of a machine. True means are 0 where nothing else is said. ${MOST} machines are the most.

- _width_ is the rule of \`fleet gather\`: from 5 machines on, as many as the spread asks for, until each comparison is known.
- _5, 10, ${MOST} machines_: their number is fixed.
- _width, plain interval_: from 3 machines on, one by one, by the interval of a fixed number, which is then reported.
- _until a finding_: one by one until a comparison is significant. This must not be done.

A share of 5 % of ${studies} studies has a standard error of ${percent(Math.sqrt((0.05 * 0.95) / studies))}. False findings are of studies, so that
several comparisons are one family: one false finding or more. _Known_: every ratio is known as well as is asked for.

## What it says

${SUMMARY}

${faults.length === 0 ? 'Every promise was kept.' : `Not kept:\n\n${faults.map(fault => `- ${fault}`).join('\n')}`}

${worlds.map(({ world, counts }) => `## ${world.label}\n\n${tableOf(counts)}`).join('\n\n')}
`
}

function tableOf(counts: readonly RuleCounts[]): string {
  return table(
    [
      ...['rule', 'machines', 'waves', 'known', 'half-width', 'covered'],
      ...['false of not seen', 'false same direction', 'false depends'],
    ],
    counts.map(one => [
      one.rule.name,
      (one.machines / one.studies).toFixed(1),
      (1 + one.waves / one.studies).toFixed(1),
      share(one.reached, one.studies),
      percent(one.halfWidths / one.comparisons),
      share(one.covered, one.comparisons),
      share(one.falseUnseen, one.studies),
      share(one.falseSameDirection, one.studies),
      share(one.falseDepends, one.studies),
    ]),
  )
}

/** Written by hand of one run; the tables below it are those of the newest. */
const SUMMARY = `Read from the tables of 2026-11-23, 2000 studies a world:

- With _width_ the intervals cover 94.8 to 97.1 %. False findings stay under 5 %: of CPUs not seen in 3.2 % of the studies at
  most, "depends" in 0.1 %, "same direction" in none.
- Adding until a finding is significant finds falsely in up to 13.9 %, and covers down to 87.6 %.
- The plain interval covers 90.5 to 94.9 % when it decides. So the interval is wider, and 5 machines are the fewest.
- That costs 1.9 to 3.8 machines of 8 to 14. In return it decides 2 to 3 times and not 4 to 8: each takes the hours between two
  sessions.
- As many machines fixed beforehand would do as well, if somebody knew how many: from world to world it is 8 to 14.`
