import { writeFileSync } from 'node:fs'
import { Bench } from 'tinybench'
import { readRequest } from './request.js'

const { sides, secondsEach, answer } = readRequest(process.env.SELFBENCH)
const bench = new Bench({ time: secondsEach * 1000, throws: true })
for (const { name, once } of sides) bench.add(name, once)
await bench.run()
const readings = sides.map(({ name }) => {
  // In milliseconds.
  const { mean, min, max, p50, p75, p99, p995, p999, moe } = bench.getTask(name).result.latency
  const costs = Object.entries({ mean, min, max, p50, p75, p99, p995, p999 })
  return {
    costNs: Object.fromEntries(costs.map(([statistic, ms]) => [statistic, ms * 1e6])),
    intervalNs: [(mean - moe) * 1e6, (mean + moe) * 1e6],
  }
})
writeFileSync(answer, JSON.stringify(readings))
