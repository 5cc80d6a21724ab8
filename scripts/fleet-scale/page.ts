import type { Measured } from './measure.ts'
import { burstsOf, kneeOf, movedOf, type Scale, sweepOf } from './scale.ts'

const JOB_SECONDS = 120

/** Returns a run as a page for people. */
export function pageOf(scale: Scale): string {
  const knee = kneeOf(scale)
  const most = sweepOf(scale).at(-1)
  const { recordBytes = 0 } = most ?? {}
  return `# How far a fleet scales, measured

${aboutOf(scale)}

Workers measure nothing: they take what waits as fast as they can, and hand in made-up records. A job is what one of two
minutes costs the database: a question for it, 8 signs of life, and a record of ${kilobytes(recordBytes)} (packed). Postgres writes to
its disk before it answers. Workers and Postgres share the cores of this machine, so more of them would carry more.

In each row the truth was checked. Each job that a worker handed in is there once, one in ten was handed in twice, and the
verdicts that were gathered from four machines are those that were made up.

## Connections

${tableOf(sweepOf(scale))}

![Jobs a second and lag by connections](fleet-scale.svg)

Nine tenths of the most jobs a second are there from ${knee?.connections} connections on. ${rounded(knee?.jobsASecond)} jobs of two minutes a second are
what ${thousands((knee?.jobsASecond ?? 0) * JOB_SECONDS)} machines do that are never idle.

- _Lag_: from when a worker was free, and a job waited, to when it had it. p50, p95 and p99.
- _CPU_: of all processes of Postgres for a job. _Cores_: busy with Postgres, and with the workers.
- _Grown_: the database, for a job. _Log_: what it wrote to its write-ahead log. It can be thrown away or archived.
- _Take_: mean time in the function that gives a job, with what it waited for. _Status_: to show all requests.

## What moves it

At ${movedOf(scale)[0]?.connections} connections, one thing at a time.

${tableOf(movedOf(scale))}

## How often workers ask

${burstsOf(scale)[0]?.connections} workers wait; then a request has a job for each. _Asked_ is the CPU time of Postgres for a question that finds nothing.

| interval | lag p50, p95, p99, s | asked, ms | cores of Postgres while all wait |
| --: | --: | --: | --: |
${burstsOf(scale)
  .map(({ pollMs, lag, cpuMsAnIdle, connections }) => {
    const idleCores = ((cpuMsAnIdle ?? 0) * connections) / pollMs
    const lags = [lag.p50, lag.p95, lag.p99].map(ms => (ms / 1e3).toFixed(2)).join(', ')
    return `| ${pollMs / 1e3} s | ${lags} | ${cpuMsAnIdle?.toFixed(2)} | ${idleCores.toFixed(3)} |`
  })
  .join('\n')}
`
}

/** What was run where, in one sentence. */
export function aboutOf({
  command,
  date,
  commit,
  versions,
  cpuId,
  cpuModel,
  cores,
  seconds,
}: Omit<Scale, 'cells'>): string {
  const named = Object.entries(versions).map(([name, version]) => `${name} ${version.replace(/^v/, '')}`)
  return `\`${command}\`, ${date}, commit ${commit}, ${named.join(', ')}, ${cpuModel} (cpuId ${cpuId}), ${cores} cores, ${Math.round(seconds)} s.`
}

function tableOf(cells: readonly Measured[]): string {
  return `| | jobs | jobs a second | lag, ms | keep p50, p95, ms | CPU, ms | cores | grown, kB | log, kB | take, ms | status, ms |
| :-- | --: | --: | --: | --: | --: | --: | --: | --: | --: | --: |
${cells.map(rowOf).join('\n')}`
}

function rowOf(cell: Measured): string {
  const { name, jobs, jobsASecond, lag, keep, cpuMsAJob, functions, statusMs } = cell
  const cores = `${cell.serverCores.toFixed(2)} + ${cell.workerCores.toFixed(2)}`
  return `| ${[
    name,
    jobs,
    rounded(jobsASecond),
    [lag.p50, lag.p95, lag.p99].map(rounded).join(', '),
    [keep.p50, keep.p95].map(rounded).join(', '),
    cpuMsAJob.toFixed(1),
    cores,
    rounded(cell.bytesAJob / 1e3),
    rounded(cell.logBytesAJob / 1e3),
    functions.take?.meanMs.toFixed(1),
    rounded(statusMs),
  ].join(' | ')} |`
}

function rounded(value = 0): string {
  return value < 10 ? value.toFixed(1) : value.toFixed(0)
}

function kilobytes(bytes: number): string {
  return `${rounded(bytes / 1e3)} kB`
}

function thousands(value: number): string {
  return Number(value.toPrecision(2)).toLocaleString('en')
}
