import { writeFileSync } from 'node:fs'
import { compareBenchmarks, Suite } from 'bench-node'
import { readRequest } from './request.js'

/** What its t-test asks for. */
const REPEATS = 30

const { sides, secondsEach, answer } = readRequest(process.env.SELFBENCH)
const maxTime = secondsEach / REPEATS
const suite = new Suite({ ttest: true, reporter: false })
for (const { name, isAsync, once } of sides) {
  // bench-node decides by the kind of function whether to await.
  suite.add(name, { maxTime, minTime: Math.min(0.05, maxTime) }, isAsync ? async () => once() : () => once())
}
const results = await suite.run()
const [a, b] = results
writeFileSync(
  answer,
  JSON.stringify({
    readings: results.map(({ opsSec, histogram: { min, max } }) => ({
      costNs: { 'ops/sec': 1e9 / opsSec, min, max },
      intervalNs: null,
    })),
    verdict: compareBenchmarks(b.opsSecPerRun, a.opsSecPerRun).difference,
    ratios: null,
  }),
)
