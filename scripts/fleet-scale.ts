// How far a fleet scales: many worker connections and a real Postgres on this machine. Workers measure nothing; they hand
// in made-up records with a known truth: node scripts/fleet-scale.ts [part of a cell's name]
// Without a part it writes results/trust/fleet-scale.json and .md. Ends with 1 when a job is lost or counted twice, or a
// gathered verdict is wrong. About three minutes on two cores, which Postgres and the workers share.
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import os from 'node:os'
import { fileURLToPath } from 'node:url'
import { WANTED } from '../packages/fleet/src/engine.ts'
import { machineFacts } from '../packages/launcher/src/index.ts'
import { CELLS } from './fleet-scale/cells.ts'
import { curvesSvg } from './fleet-scale/curves.ts'
import { type Measured, measure } from './fleet-scale/measure.ts'
import { pageOf } from './fleet-scale/page.ts'
import { type Scale, sweepOf } from './fleet-scale/scale.ts'
import { startScaleServer } from './fleet-scale/server.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const [, , only = ''] = process.argv

const began = performance.now()
const cells = CELLS.filter(({ name }) => name.includes(only))
const server = await startScaleServer(Math.max(...cells.map(({ connections }) => connections)))
try {
  const { cpuId, cpuModel } = await machineFacts()
  const measured: Measured[] = []
  for (const cell of cells) {
    const found = await measure(server, cell)
    measured.push(found)
    process.stdout.write(`${lineOf(found)}\n`)
  }
  const scale: Scale = {
    command: 'node scripts/fleet-scale.ts',
    date: new Date().toISOString().slice(0, 10),
    commit: execFileSync('git', ['describe', '--always', '--dirty'], { cwd: ROOT, encoding: 'utf8' }).trim(),
    versions: { node: process.version, postgres: server.version, ...WANTED },
    cpuId,
    cpuModel,
    cores: os.availableParallelism(),
    seconds: (performance.now() - began) / 1e3,
    cells: measured,
  }
  if (only === '') {
    writeFileSync(`${ROOT}results/trust/fleet-scale.json`, `${JSON.stringify(scale, significant, 1)}\n`)
    writeFileSync(`${ROOT}results/trust/fleet-scale.svg`, svgOf(scale))
    writeFileSync(`${ROOT}results/trust/fleet-scale.md`, pageOf(scale))
  }
} finally {
  await server.stop()
}

/** Nobody can use further digits. */
function significant(_: string, value: unknown): unknown {
  return typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(5)) : value
}

function svgOf(scale: Scale): string {
  const line = (name: string, of: (cell: Measured) => number) => ({
    name,
    points: sweepOf(scale).map(cell => [cell.connections, of(cell)] as const),
  })
  return curvesSvg({
    title: 'What workers get who take all they can',
    x: 'connections of workers',
    y: 'jobs a second; milliseconds',
    lines: [
      line('jobs a second', ({ jobsASecond }) => jobsASecond),
      line('lag p50, ms', ({ lag }) => lag.p50),
      line('lag p99, ms', ({ lag }) => lag.p99),
    ],
  })
}

function lineOf({ name, jobs, jobsASecond, lag, cpuMsAJob, functions }: Measured): string {
  const lags = `lag ${[lag.p50, lag.p95, lag.p99].map(ms => ms.toFixed(1)).join(', ')} ms`
  return `${name}: ${jobs} jobs, ${jobsASecond.toFixed(0)} a second, ${lags}, ${cpuMsAJob.toFixed(1)} ms of CPU a job, take ${functions.take?.meanMs.toFixed(2)} ms`
}
