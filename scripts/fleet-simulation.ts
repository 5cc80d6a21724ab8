// What a fleet of up to 1,000 machines asks of its database, in a night and in a year, simulated from the measured points in
// results/trust/fleet-scale.json: node scripts/fleet-simulation.ts
// Writes results/trust/fleet-simulation.json, .md and pictures. Ends with 1 where it does not predict the measured points that it
// was not made from within a factor of two. Pure computation on one core, about 40 s; the same measured points give
// the same on every machine.
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { calibrate } from './fleet-simulation/calibrate.ts'
import { curvesSvg } from './fleet-simulation/curves.ts'
import { burstsOf, type Scale, sweepOf } from './fleet-simulation/measured-scale.ts'
import { faultsOf, pageOf, type Simulation } from './fleet-simulation/page.ts'
import { nights, REQUESTS, variants } from './fleet-simulation/worlds.ts'
import { simulateYears } from './fleet-simulation/year.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const RESULT = `${ROOT}results/trust/fleet-simulation`
const SESSIONS = 2

const scale = JSON.parse(readFileSync(`${ROOT}results/trust/fleet-scale.json`, 'utf8')) as Scale
const { costs, checks } = calibrate(scale)
const found = nights(costs)
const largest = found.at(-1)
const [point] = sweepOf(scale)
if (largest === undefined || point === undefined) throw new Error('there is a night and a measured point')
const jobsANight = largest.machines * REQUESTS * SESSIONS
const done = largest.done / largest.jobs
const simulation: Simulation = {
  command: 'node scripts/fleet-simulation.ts',
  date: new Date().toISOString().slice(0, 10),
  commit: execFileSync('git', ['describe', '--always', '--dirty'], { cwd: ROOT, encoding: 'utf8' }).trim(),
  node: process.version,
  measured: { command: scale.command, date: scale.date, commit: scale.commit, cpuId: scale.cpuId },
  costs,
  idle: burstsOf(scale).map(({ pollMs, cpuMsAnIdle }) => ({ pollMs, cpuMs: cpuMsAnIdle ?? 0 })),
  checks,
  nights: found,
  variants: variants(scale, costs),
  jobsANight,
  bytesAJob: point.bytesAJob,
  logBytesAJob: point.logBytesAJob,
  years: simulateYears({ jobsANight, done, bytesAJob: point.bytesAJob }),
}
writeFileSync(`${RESULT}.json`, `${JSON.stringify(simulation, significant, 1)}\n`)
writeFileSync(`${RESULT}.md`, pageOf(simulation))
writeFileSync(
  `${RESULT}-lag.svg`,
  curvesSvg({
    title: 'Lag of 95 % of jobs, when all machines begin at once',
    x: 'machines',
    y: 'seconds',
    lines: simulation.variants.slice(0, 4).map(({ name, points }) => ({
      name: name.replace(/^as it is: |, (?:2 cores|by LISTEN and NOTIFY)$/g, ''),
      points: points.map(({ machines, lag }) => [machines, Math.max(0.001, lag.p95 / 1e3)] as const),
    })),
  }),
)
writeFileSync(
  `${RESULT}-size.svg`,
  curvesSvg({
    title: 'Size of the database over a year of nights, 1,000 machines',
    x: 'day',
    y: 'GB',
    lines: simulation.years.map(({ name, bytes }) => ({
      name: name.replace('requests go ', ''),
      points: bytes.map((size, index) => [5 * (index + 1), size / 1e9] as const),
    })),
  }),
)
const faults = faultsOf(simulation)
for (const fault of faults) process.stdout.write(`${fault}\n`)
if (faults.length > 0) process.exitCode = 1

/** Nobody can use further digits. */
function significant(_: string, value: unknown): unknown {
  return typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(4)) : value
}
