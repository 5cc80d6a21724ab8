import { writeFileSync } from 'node:fs'
import { Bench } from 'tinybench'
import { readRequest } from './request.js'

const { sides, secondsEach, answer } = readRequest(process.env.SELFBENCH)
const bench = new Bench({ time: secondsEach * 1000, throws: true })
for (const { name, once } of sides) bench.add(name, once)
await bench.run()
const latencies = sides.map(({ name }) => {
  const { mean, min, max, p50, p75, p99, p995, p999, moe } = bench.getTask(name).result.latency
  return { mean, min, max, p50, p75, p99, p995, p999, moe }
})
writeFileSync(answer, JSON.stringify(latencies))
