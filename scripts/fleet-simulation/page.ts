import type { Check } from './calibrate.ts'
import type { Costs } from './database.ts'
import type { NightFound } from './fleet.ts'
import { HOURS, REQUESTS, type Variant } from './worlds.ts'
import type { Year } from './year.ts'

/** What is kept of a simulation. */
export interface Simulation {
  readonly command: string
  readonly date: string
  readonly commit: string
  readonly node: string
  /** The run whose points it was made from. */
  readonly measured: Readonly<Record<'command' | 'date' | 'commit', string>> & {
    readonly cpuId: string | null
  }
  readonly costs: Costs
  /** Intervals of waiting workers, in ms, and the CPU time of the server for each of their questions. */
  readonly idle: readonly { readonly pollMs: number; readonly cpuMs: number }[]
  readonly checks: readonly Check[]
  readonly nights: readonly (NightFound & { readonly machines: number })[]
  readonly variants: readonly Variant[]
  readonly jobsANight: number
  readonly bytesAJob: number
  readonly logBytesAJob: number
  readonly years: readonly Year[]
}

/** By which a prediction may be off. */
const FACTOR = 2

/** Returns the points that were not predicted, a sentence each. */
export function faultsOf({ checks }: Simulation): string[] {
  return checks
    .filter(({ measured, predicted }) => Math.max(predicted / measured, measured / predicted) > FACTOR)
    .map(
      ({ name, measured, predicted, unit }) =>
        `Not predicted: ${name}: ${short(predicted)} ${unit}, measured ${short(measured)}`,
    )
}

/** Returns a simulation as a page for people. */
export function pageOf(simulation: Simulation): string {
  const { measured, costs, idle, nights, variants, years } = simulation
  const faults = faultsOf(simulation)
  const largest = nights.at(-1)
  return `# A fleet of 1,000 machines, simulated

\`${simulation.command}\`, ${simulation.date}, commit ${simulation.commit}, node ${simulation.node.slice(1)}. It is made from
[measured points](../../docs/lab-notes.md#how-far-one-database-carries-a-fleet): \`${measured.command}\`, ${measured.date}, commit ${measured.commit}, cpuId ${measured.cpuId}.

Events one after the other: machines ask, get jobs, give signs of life, hand in records, go and come back. A database with
two cores serves their calls in order. Alone, a call that gives a job takes ${short(costs.takeMs)} ms of CPU time, one that finds none
${short(costs.idleMs)}, a sign of life ${short(costs.touchMs)}, a record ${short(costs.keepMs)}; and ${short(costs.waitMs)} ms of waiting. Each other call that has begun makes it ${short(100 * costs.crowding)} % longer.

## Does it predict what was measured?

Rows that are _taken for it_ are what it was made from: the costs of a job are those of the first and the last of them, and
the cores are the most that any had. The others are predictions. ${faults.length === 0 ? `All lie within a factor of ${FACTOR}.` : faults.join('. ')}

| | measured | predicted | ratio |
| :-- | --: | --: | --: |
${simulation.checks.map(({ name, unit, measured: was, predicted }) => `| ${name}, ${unit} | ${short(was)} | ${short(predicted)} | ${(predicted / was).toFixed(2)} |`).join('\n')}

What waiting costs is not predicted. While 200 workers waited, the server took ${idle.map(({ pollMs, cpuMs }) => `${short(cpuMs)} ms of CPU time for a question asked every ${pollMs / 1e3} s`).join(', ')}: with all that it did beside.
The least is taken here, so a fleet that waits may keep more of the server busy than the table of a night says.

## A night

${REQUESTS} requests, each of one job for each machine in two sessions 150 minutes apart. Jobs last 60 to 125 s, and one attempt in a
hundred fails. Machines stay for 12 hours and are gone for 30 minutes, in the mean. Workers ask every 10 s.

| machines | jobs | done in ${HOURS} h | attempts | lag p50, p95, p99, s | 99 %, all done, h | cores, mean and busiest minute |
| --: | --: | --: | --: | --: | --: | --: |
${nights.map(nightRow).join('\n')}

A night lasts as long as its sessions are apart, not as long as the queue is busy. What is not done is of machines that
did not come back, or failed four times.

## Where the knee is

All machines begin at once, have three jobs, and then wait. _Carried_: the most machines tried, up to 10,000, whose busiest
minute leaves a fifth of the cores free, with 95 % of jobs taken within the interval, or 10 s, and 5 s.

| | carried | lag p95 with 1,000, s | busiest minute with 1,000, cores |
| :-- | --: | --: | --: |
${variants.map(variantRow).join('\n')}

![Lag by machines](fleet-simulation-lag.svg)

A worker has one connection. Postgres allows 100 by itself: more need \`max_connections\`, or a pooler. A pooler was not
tried; its rows are a fleet whose calls do not crowd one another. How calls crowd was measured up to 200 connections.

## A year

${simulation.jobsANight.toLocaleString('en')} jobs a night with ${largest?.machines.toLocaleString('en')} machines, of which up to a tenth is absent. A job leaves ${short(simulation.bytesAJob / 1e3)} kB in the
database and ${short(simulation.logBytesAJob / 1e3)} kB in its write-ahead log. Space that is freed is filled again, except for a fifth.

| | results at the end | size after a month | after a year |
| :-- | --: | --: | --: |
${years.map(({ name, rows, bytes }) => `| ${name} | ${rows.toLocaleString('en')} | ${gigabytes(bytes[5])} | ${gigabytes(bytes.at(-1))} |`).join('\n')}

![Size over a year](fleet-simulation-size.svg)
`
}

function nightRow({
  machines,
  jobs,
  done,
  attempts,
  lag,
  hours,
  busyCores,
  busiestCores,
}: Simulation['nights'][number]) {
  const lags = [lag.p50, lag.p95, lag.p99].map(ms => short(ms / 1e3)).join(', ')
  const ends = [hours.most, hours.last].map(hour => (hour === null ? 'never' : hour.toFixed(1)))
  return `| ${machines} | ${jobs} | ${((100 * done) / jobs).toFixed(1)} % | ${attempts} | ${lags} | ${ends.join(', ')} | ${busyCores.toFixed(3)}, ${busiestCores.toFixed(2)} |`
}

function variantRow({ name, knee, points }: Variant): string {
  const point = points.find(({ machines }) => machines === 1000)
  return `| ${name} | ${knee?.toLocaleString('en') ?? 'under 100'} | ${short((point?.lag.p95 ?? 0) / 1e3)} | ${point?.busiestCores.toFixed(2)} |`
}

function short(value: number): string {
  return String(Number(value.toPrecision(3)))
}

function gigabytes(bytes = 0): string {
  return `${short(bytes / 1e9)} GB`
}
