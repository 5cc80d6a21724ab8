// Which verdicts are stated where a core stands still, in worlds whose truth is known: node scripts/simulate/stalls.ts
// [runs], 1000 of each world if absent. Writes results/trust/stated-verdicts.md. Pure computation on one core, some two
// minutes. The same seeds give the same table on every machine.
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import {
  type BothDecisions,
  judgeBoth,
  LAUNCHES,
  pairsOf,
  RULES,
  STALLED,
  type StalledWorld,
} from '../../packages/analysis/src/fixtures/stalled-pairs.ts'
import type { Decision } from '../../packages/stats/src/index.ts'
import { provenance } from './provenance.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const runs = Number(process.argv[2] ?? 1000)

const WORLDS: readonly (readonly [string, Partial<StalledWorld>])[] = [
  ['equals', {}],
  ['equals, a meter that sees 40 % of each stall', { recall: 0.4 }],
  ['equals, stalls take 1 %', { stalledShare: 0.006 }],
  ['equals, stalls of 30 ms', { stalledShare: 0.01, stallNs: 30e6 }],
  ['equals, launches that differ by 1 %', { launchDeviation: 0.01 }],
  ['equals, launches that differ by 2 %', { launchDeviation: 0.02 }],
  ['1 % more work', { ratio: 1.01 }],
  ['2 % more work', { ratio: 1.02 }],
  ['2 % more work, stalls take 1 %', { ratio: 1.02, stalledShare: 0.006 }],
  ['the head stops its core for 0.5 %', { ownShare: 0.003 }],
  ['the head stops its core for 1 %', { ownShare: 0.006 }],
  ['the head stops its core for 2 %', { ownShare: 0.012 }],
  ['the head stops its core for 4 %', { ownShare: 0.024 }],
  ['the head stops its core for 8 %', { ownShare: 0.048 }],
  ['the head stops its core for 1 %, others for 1 %', { ownShare: 0.006, stalledShare: 0.006 }],
]

const rows = WORLDS.map(([name, world], index) => {
  process.stdout.write(`${name}\n`)
  const found = Array.from({ length: runs }, (_, run) =>
    judgeBoth(pairsOf(LAUNCHES, { ...STALLED, ...world }, 1_000_003 * (index + 1) + run), RULES),
  )
  const share = (isCounted: (one: BothDecisions) => boolean) =>
    `${((100 * found.filter(isCounted).length) / runs).toFixed(1)} %`
  const columns = (of: (one: BothDecisions) => Decision) => [
    share(one => (of(one).pValue ?? 1) < 0.05),
    ...(['faster', 'slower', 'same'] as const).map(verdict => share(one => of(one).verdict === verdict)),
  ]
  return [
    name,
    ...columns(one => one.ofTimes),
    share(({ isCorrected }) => isCorrected),
    ...columns(one => one.stated),
  ]
})

const { commit } = provenance()
const columns = ['p < 0.05', 'faster', 'slower', 'same']
const headings = ['truth', ...columns.map(name => `plain: ${name}`), 'without stalls', ...columns]
writeFileSync(
  `${ROOT}results/trust/stated-verdicts.md`,
  `# Which verdicts are stated where the core stands still, simulated

\`node scripts/simulate/stalls.ts ${runs}\`, commit ${commit}, node ${process.version}. ${runs} comparisons of each world, ${LAUNCHES} launches
of 50 rounds, batches of 3 ms, δ 1 %, β 0.2 %. Where nothing else is said, stalls of 5 ms take 9 % of the time, the meter sees 85 % of each, and
launches differ by 0.3 %. _Plain_ is the verdict on times as they were. _Without stalls_ is the share of comparisons whose
stated verdict reads the ratio without them; the columns after it are the stated verdicts of all.

| ${headings.join(' | ')} |
| ${headings.map((_, index) => (index === 0 ? ':--' : '--:')).join(' | ')} |
${rows.map(row => `| ${row.join(' | ')} |`).join('\n')}
`,
)
