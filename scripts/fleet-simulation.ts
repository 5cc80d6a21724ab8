// What a fleet of up to 1,000 machines asks of its database, in a night and in a year, simulated from the measured points in
// results/trust/fleet-scale.json: node scripts/fleet-simulation.ts
// Prints a JSON object a line, and ends with 1 where it does not predict the measured points that it was not made from within a factor of
// two. Seeded; about 40 s of one core.
import { readFileSync } from 'node:fs'
import { calibrate } from './fleet-simulation/calibrate.ts'
import { type Scale, sweepOf } from './fleet-simulation/measured-scale.ts'
import { nights, REQUESTS, variants } from './fleet-simulation/worlds.ts'
import { simulateYears } from './fleet-simulation/year.ts'

const SESSIONS = 2
/** By which a prediction may be off. */
const FACTOR = 2

const file = new URL('../results/trust/fleet-scale.json', import.meta.url)
const scale = JSON.parse(readFileSync(file, 'utf8')) as Scale
const { costs, checks } = calibrate(scale)
show(checks.map(check => ({ ...check, ratio: check.predicted / check.measured })))

const found = nights(costs)
show(found.map(({ lag, hours, ...night }) => ({ ...night, lagP95Ms: lag.p95, allDoneHours: hours.last })))
show(
  variants(scale, costs).map(({ name, knee, points }) => {
    const thousand = points.find(({ machines }) => machines === 1000)
    return { name, carriedMachines: knee, lagP95Ms: thousand?.lag.p95, busiestCores: thousand?.busiestCores }
  }),
)

const largest = found.at(-1)
const [point] = sweepOf(scale)
if (largest === undefined || point === undefined) throw new Error('there is a night and a measured point')
const years = simulateYears({
  jobsANight: largest.machines * REQUESTS * SESSIONS,
  done: largest.done / largest.jobs,
  bytesAJob: point.bytesAJob,
})
show(years.map(({ name, rows, bytes }) => ({ name, rows, monthBytes: bytes[5], yearBytes: bytes.at(-1) })))

if (checks.some(({ measured, predicted }) => Math.abs(Math.log2(predicted / measured)) > Math.log2(FACTOR))) {
  process.exitCode = 1
}

function show(rows: readonly object[]): void {
  for (const row of rows) process.stdout.write(`${JSON.stringify(row, significant)}\n`)
}

function significant(_: string, value: unknown): unknown {
  return typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(4)) : value
}
