import { ALLOWANCE, LAUNCH_SD, LAUNCHES, THRESHOLD } from '../../../packages/stats/test/simulated-machines.ts'
import type { CombineSimulation } from './cells.ts'
import { faultsOf } from './promises.ts'
import {
  coverageTable,
  findingTable,
  hardTable,
  percent,
  powerTable,
  stoppedTable,
  worstTable,
} from './tables.ts'

/** Returns the simulation as a page for people. */
export function markdownOf(simulation: CombineSimulation): string {
  const { date, commit, machine, node, cpuSeconds, runs, grid, hard, stopped, worst, power } = simulation
  const faults = faultsOf(simulation)
  const cells = [grid, ...hard, ...stopped, ...worst, ...power].flatMap(table => table.cells).length
  return `# The rules of \`combine\`, simulated

\`node scripts/simulate/combine.ts ${runs}\`, ${date}, commit ${commit}, node ${node} on ${machine}:
${Math.round(cpuSeconds / 60)} minutes of one core, ${cells} cells of ${runs} studies. The seed of a cell is a million times its number,
so the same command gives the same tables.

A study measures one comparison on K cpuIds, one machine of each, in two sessions a day apart, ${LAUNCHES} launches a
session whose log ratios have a standard deviation of ${percent(LAUNCH_SD)}. δ = ${percent(THRESHOLD)}, β = ${percent(ALLOWANCE)}; nothing favours a side by
itself. τ is the standard deviation of the true effect between cpuIds; _sessions_ is that between sessions of a machine.
A share of 5 % of ${runs} runs has a standard error of ${percent(Math.sqrt((0.05 * 0.95) / runs))}.

## What it says

${SUMMARY}

${faults.length === 0 ? 'Every promise was kept.' : `Not kept:\n\n${faults.map(fault => `- ${fault}`).join('\n')}`}

## Coverage

Promised: 95 %. _Combined_ is the interval of the mean over cpuIds, with its mean half-width; _a new cpuId_ is the
prediction interval, _not approximate_ those of its intervals that are not called so. Beside it what is often done, none
of which knows of sessions: all launches of all machines as one sample, machines weighted by their precision (fixed
effect), and DerSimonian and Laird.

${coverageTable(grid)}

## False findings and true ones

The true mean is 0. _False_ means: no machine is on the other side by more than β ("depends"), not all machines are on
that side by more than β ("same direction"), the mean is not ("not seen"; with τ = 3 % this is the chance of an
ordinary test at 5 %, with few machines much less). _Sessions left out_ is "depends" by the same rule with tests over
the launches of a machine as one sample.

${findingTable(grid)}

### Where a finding is false by the least

${worst.map(table => `**${table.name}**\n\n${worstTable(table)}`).join('\n\n')}

## Power

${power.map(table => `**${table.name}**\n\n${powerTable(table)}`).join('\n\n')}

## Worlds that are harder

${hard.map(table => `**${table.name}**\n\n${hardTable(table)}`).join('\n\n')}

## Adding cpuIds until the interval is narrow enough

From the first column on, up to 50. Coverage is of all studies of a cell.

${stopped.map(table => `**${table.name}**\n\n${stoppedTable(table)}`).join('\n\n')}
`
}

/** Written by hand of one run; the tables below it are those of the newest. */
const SUMMARY = `Read from the tables of 2026-11-22, 5000 studies a cell. Where noise is normal:

- The combined interval covers 94 to 96 %, from 2 to 50 cpuIds, whatever τ and the sessions are. All launches as one
  sample cover 22 to 95 %, the fixed effect 9 to 93 %, DerSimonian and Laird 70 to 95 %. The intervals of these are too
  narrow: the first two always, once machines or hours differ; the third with few machines.
- One share, 94 % at τ = 3 %, sessions 1 %, K = 2, lies 3.2 standard errors low: 100 000 further studies of it gave
  95.1 %. The script allows 3.6 standard errors since this share was seen; before, it allowed 3.
- "Depends" is false in under 0.6 % of studies, and in under 3 % of those made to mislead. A rule that leaves sessions out
  is false in 2 % with 2 machines and in 95 % with 50, when sessions differ by 1 %.
- "Same direction" is false in under 5 %, "same" in almost none, "size differs" in almost none.
- One machine reversed by 5 % is found in 84 % and more. One reversed by 2 % is found in 80 % and more when sessions
  differ by 0.3 %, and in about 25 % when they differ by 1 %: more sessions would find it, more machines do not.

Where the rule is weak:

- Two cpuIds give an interval, and hardly an answer: with τ = 3 % it reaches 22 % to each side. What two machines can say
  they say by their own tests.
- "Same direction" asks every machine. With 50 machines around −2 % it is rarely reached, although the mean is far from 0.
- The prediction interval covers too little where errors hide τ, down to 83 %. Such intervals are called approximate,
  as are all under ten cpuIds. The others cover 94 % and more where effects are normal, and less where single cpuIds lie
  far off.
- Two or three cpuIds may all be of one kind. Of two kinds, the interval then covers 62 and 75 %: no rule sees a kind
  that was not measured.
- The variance between sessions is one for all machines. Where one machine in five has four times the session sd, it
  passes for calmer than it is: "depends" is false in 2 % with 20 machines, and in 7 % with 50.
- The same pooling makes a quiet machine less sure beside a noisy one.
- When slower machines drop out, the mean is wrong: with 50 machines the interval covers about 60 %. Where the loss is
  known, nothing is said of machines not measured. Where it is not known, no rule helps.
- Stopping as soon as the interval is narrow costs coverage: from three cpuIds on, with the plain quantile, 90 % is left.
  From five on with the widened one it is 94.5 % and more.`
