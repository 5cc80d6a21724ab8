import { writeFileSync } from 'node:fs'
import { measure } from 'mitata'
import { readRequest } from './request.js'

const { sides, secondsEach, answer } = readRequest(process.env.SELFBENCH)
const readings = []
for (const { once } of sides) {
  const { avg, min, max, p25, p50, p75, p99, p999 } = await measure(once, { min_cpu_time: secondsEach * 1e9 })
  readings.push({ costNs: { avg, min, max, p25, p50, p75, p99, p999 }, intervalNs: null })
}
writeFileSync(answer, JSON.stringify(readings))
